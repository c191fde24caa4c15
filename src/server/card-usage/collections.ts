import { writableCollection } from '../db/writable-collection.ts'

/** Card usage 카드사용내역 for the write pipeline and sync. */
export const cardUsageCollection = writableCollection('card-usage')
