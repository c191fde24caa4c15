import { writableCollection } from '../db/writable-collection.ts'
import { runningBalanceSql } from './balance-sql.ts'

/** Quick deliveries 퀵 for the write pipeline and sync. */
export const quickDeliveryCollection = writableCollection('quick-deliveries', { joins: { balance: runningBalanceSql } })
