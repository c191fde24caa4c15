import { quickExportNames, quickListSchema } from '#contract/quick-delivery.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import { quickSheet } from '#domain/quick-sheet.ts'
import type { ServedBook, ServedSheet } from '../books/served-book.ts'
import { readAllRunningBalances } from './balance-sql.ts'
import { quickDeliveryCollection } from './collections.ts'
import { quickList, withBalances } from './list-deliveries.ts'
import { requireQuickAccess } from './policy.ts'
import { readQuickSent } from './read-sent.ts'

/** The same sheet as the screen makes, with the balance after each record. */
const sheet: ServedSheet = {
  ...quickSheet,
  async rowsBy(db) {
    const balances = await readAllRunningBalances(db)
    return (record: QuickDeliveryRecord) => quickSheet.rowOf({ record, balance: balances.get(record.id) ?? null })
  },
  fileNames: quickExportNames,
}

/** Quick deliveries (spec 3 §7). The header `X-CSRFToken` that writes may carry is accepted and decides nothing (decision 7). */
const quickDeliveries: ServedBook = {
  collection: quickDeliveryCollection,
  list: quickList,
  policy: requireQuickAccess,
  answer: quickListSchema,
  finish: withBalances,
  // Names of riders, senders and receivers.
  readSent: readQuickSent,
  sheet,
}

export const quickDeliveryBooks = [quickDeliveries]
