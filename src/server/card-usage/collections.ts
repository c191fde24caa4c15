import { writableCollection } from '../db/writable-collection.ts'

/** Card usage 카드사용내역, as the write pipeline and sync see it. */
export const cardUsageCollection = writableCollection('card-usage')
