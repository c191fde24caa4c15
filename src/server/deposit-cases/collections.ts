import { writableCollection } from '../db/writable-collection.ts'

/** Deposit cases 공탁사건, as the write pipeline and sync see them. */
export const depositCaseCollection = writableCollection('deposit-cases')
