import { writableCollection } from '../db/writable-collection.ts'

/** Deposit cases 공탁사건 for the write pipeline and sync. */
export const depositCaseCollection = writableCollection('deposit-cases')
