import { quickDeliveryDescription } from '#contract/records/quick-delivery.ts'
import { isTopUp } from '#domain/quick-balance.ts'
import { quickRuleBroken } from '#domain/quick-rules.ts'
import { deriveSearch } from '../db/lists/derive-search.ts'
import type { WritableCollection } from '../db/writable-collection.ts'
import { runningBalanceSql } from './balance-sql.ts'

/** Quick deliveries 퀵, as the write pipeline and sync see them. */
export const quickDeliveryCollection: WritableCollection = {
  name: 'quick-deliveries',
  description: quickDeliveryDescription,
  table: 'quick_delivery',
  mayRead: (user) => user.isStaff || user.isSuperuser,
  joins: { balance: runningBalanceSql },
  references: {},
  pointedAtBy: [],
  ruleBroken: quickRuleBroken,
  derive: (fields) => deriveSearch(quickDeliveryDescription, fields),
  subjectOf: (row) => subjectOf(row),
}

function subjectOf(row: Readonly<Record<string, unknown>>): string {
  if (isTopUp({ status: String(row['status']) })) return '충전'
  return [row['rider'], row['sender'], row['receiver']].filter(Boolean).join(' · ')
}
