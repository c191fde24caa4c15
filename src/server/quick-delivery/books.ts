import { quickExportNames, quickListSchema } from '#contract/ledgers/quick-delivery.ts'
import type { QuickDeliveryRecord } from '#contract/books/quick-delivery.ts'
import { quickSheet } from '#domain/sheets/quick-sheet.ts'
import type { ServedBook, ServedSheet } from '../books/served-book.ts'
import { readAllRunningBalances, readRunningBalances, runningBalanceSql } from './balance-sql.ts'
import { readQuickSent } from './read-sent.ts'
import type { Database } from '../db/client.ts'
import { writableCollection } from '../db/writable-collection.ts'
import type { ListDescription, ListQuestion } from '../db/lists/list-description.ts'
import type { ListPage } from '../db/lists/read-list.ts'
import { storedSearch } from '../db/lists/stored-search.ts'

/** Quick deliveries 퀵 for the write pipeline and sync. */
export const quickDeliveryCollection = writableCollection('quick-deliveries', { joins: { balance: runningBalanceSql } })

/** The ledger, newest first. Running balances are computed once per page, not per row. */
const quickList: ListDescription<ListQuestion> = {
  collection: quickDeliveryCollection,
  defaultOrder: '-created_at',
  tieOrder: ['-created_at', '-id'],
  isBare: true,
  search: (_db, search) => storedSearch(search),
}

/** A page of records, each with the balance after it. */
async function withBalances(db: Database, { results: rows, ...total }: ListPage) {
  const balances = await readRunningBalances(
    db,
    rows.map(({ id }) => id),
  )
  // Leaves out a record that was deleted between the two queries.
  const results = rows.flatMap((row) => {
    const balance = balances.get(row.id)
    return balance === undefined ? [] : [{ ...row, balance }]
  })
  return { results, count: total.total_count, ...total }
}

/** The same sheet as on the screen, with the balance after each record. */
const sheet: ServedSheet = {
  ...quickSheet,
  async rowsBy(db) {
    const balances = await readAllRunningBalances(db)
    return (record: QuickDeliveryRecord) => quickSheet.rowOf({ record, balance: balances.get(record.id) ?? null })
  },
  fileNames: quickExportNames,
}

/**
 * Quick deliveries. The header `X-CSRFToken`, which the published API allows on writes, is accepted
 * and ignored.
 */
const quickDeliveries: ServedBook = {
  collection: quickDeliveryCollection,
  list: quickList,
  answer: quickListSchema,
  finish: withBalances,
  // Logged, because the list shows names of riders, senders and receivers.
  readSent: readQuickSent,
  sheet,
}

export const quickDeliveryBooks = [quickDeliveries]
