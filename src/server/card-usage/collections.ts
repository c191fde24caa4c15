import { cardUsageDescription } from '#contract/records/card-usage.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/** Card usage 카드사용내역, as the write pipeline and sync see it. */
export const cardUsageCollection: WritableCollection = {
  name: 'card-usage',
  description: cardUsageDescription,
  table: 'card_usage',
  mayRead: ({ isStaff, isSuperuser }) => isStaff || isSuperuser,
  joins: {},
  references: {},
  unique: { key: 'approve_num', message: '승인번호: 같은 승인번호의 내역이 이미 있습니다.' },
  pointedAtBy: [],
  derive: () => ({}),
  subjectOf: (row) => String(row['store_name'] ?? ''),
}
