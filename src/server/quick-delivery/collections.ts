import { writableCollection } from '../db/writable-collection.ts'
import { runningBalanceSql } from './balance-sql.ts'

/** Quick deliveries 퀵, as the write pipeline and sync see them. */
export const quickDeliveryCollection = writableCollection('quick-deliveries', { joins: { balance: runningBalanceSql } })
