import { depositCaseDescription } from '#contract/records/deposit-cases.ts'
import { vatOf } from '#domain/vat.ts'
import { deriveSearch } from '../db/lists/derive-search.ts'
import type { WritableCollection } from '../db/writable-collection.ts'

/** Deposit cases 공탁사건, as the write pipeline and sync see them. */
export const depositCaseCollection: WritableCollection = {
  name: 'deposit-cases',
  description: depositCaseDescription,
  table: 'deposit_case',
  mayRead: (user) => user.isStaff || user.isSuperuser,
  joins: {},
  references: {},
  pointedAtBy: [],
  follow: (written) => ('fees' in written ? { fees_vat: vatOf(feesOf(written)) } : {}),
  derive: (fields) => deriveSearch(depositCaseDescription, fields),
  subjectOf: (row) => String(row['owner_name'] ?? ''),
}

function feesOf({ fees }: Readonly<Record<string, unknown>>): number | null {
  return typeof fees === 'number' ? fees : null
}
