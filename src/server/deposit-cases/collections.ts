import { depositCaseDescription } from '#contract/records/deposit-cases.ts'
import { deriveSearch } from '../db/lists/derive-search.ts'
import { writableCollection } from '../db/writable-collection.ts'

/** Deposit cases 공탁사건, as the write pipeline and sync see them. */
export const depositCaseCollection = writableCollection('deposit-cases', {
  derive: (fields) => deriveSearch(depositCaseDescription, fields),
})
