import { sql, type RawBuilder } from 'kysely'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../client.ts'
import { recordJson } from '../record-json.ts'
import type { ListedTable } from './listed-table.ts'
import { createCounter } from './remembered-counts.ts'
import {
  createOrders,
  rowsToNearerEnd,
  type ListQuestion,
  type OrderedPage,
  type RememberedOrders,
} from './remembered-orders.ts'

/** A table's lists as one server process reads them, with what it remembers of those it was asked for. */
export interface ListReader {
  readonly db: Database
  readonly table: ListedTable
  readonly countRows: ReturnType<typeof createCounter>
  readonly orders: RememberedOrders
}

export function createListReader(db: Database, table: ListedTable): ListReader {
  return { db, table, countRows: createCounter(db, table), orders: createOrders(db, table) }
}

/** From here on it pays to know the total before the page is read: the second half of a result is read from its end. */
const deepOffset = 5000

/** A page or a total that took longer to find is the sign of a list worth remembering. */
const slowMs = 15

/** Rows; a list of a few pages is not paged through for long. */
const shortList = 200

/** So many rows are passed over in about 15 ms while an index gives them in order; other lists are searched or sorted whole for a page far down. */
const farOffset = 60_000

/** Milliseconds per row of reading an order, about. */
const learnMsPerRow = 0.0015

/** So many pages, each as slow as this one, must be asked for before waiting for the order has paid. */
const pagesToPay = 10

/** One page of a list and the number of rows in it. A page beyond the end is empty. */
export async function readListPage(
  reader: ListReader,
  list: List,
  { page, page_size }: { page: number; page_size: number },
): Promise<OrderedPage> {
  const range = { offset: (page - 1) * page_size, limit: page_size }
  return (await reader.orders.page(list, range)) ?? (await readPage(reader, list, range))
}

/** A list and how it is read: newest first is walked, everything else is searched or sorted. */
export interface List extends ListQuestion {
  readonly reversedOrder: RawBuilder<unknown>
  /** An index gives the rows in this order. */
  readonly isWalked: boolean
}

interface Range {
  readonly offset: number
  readonly limit: number
}

/** Reads a page from the tables, and has the order of the list remembered when that was slow. */
async function readPage(reader: ListReader, list: List, range: Range): Promise<OrderedPage> {
  const start = performance.now()
  const counting = reader.countRows(list.condition)
  const isDeep = range.offset >= deepOffset
  const reading = isDeep
    ? counting.then((total) => timed(() => readDeepRange(reader, list, { ...range, total })))
    : timed(() => readRange(reader, list, range))
  const [page, total] = await Promise.all([reading, counting])
  if (total > Math.max(shortList, range.limit) && performance.now() - start > slowMs) {
    const distance = rowsToNearerEnd(range.offset, total)
    const isWorthWaiting = page.ms > (total * learnMsPerRow) / pagesToPay
    const usual = list.isWalked ? farOffset : deepOffset
    void reader.orders.learn(list, { total, waitFrom: isWorthWaiting ? Math.min(usual, distance) : usual })
  }
  return { rows: page.rows, total }
}

async function timed(read: () => Promise<AnyRecord[]>): Promise<{ rows: AnyRecord[]; ms: number }> {
  const start = performance.now()
  return { rows: await read(), ms: performance.now() - start }
}

async function readDeepRange(reader: ListReader, list: List, range: Range & { total: number }): Promise<AnyRecord[]> {
  const { offset, total } = range
  const limit = Math.min(range.limit, total - offset)
  if (limit <= 0) return []
  if (offset < total / 2) return await readRange(reader, list, { offset, limit })
  const reversed = { condition: list.condition, order: list.reversedOrder }
  return (await readRange(reader, reversed, { offset: total - offset - limit, limit })).toReversed()
}

/** The ids come from an index alone; only the rows shown are then fetched. */
async function readRange(
  { db, table }: ListReader,
  { condition, order }: ListQuestion,
  range: Range,
): Promise<AnyRecord[]> {
  const name = sql.table(table.collection.table)
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(table.collection, 'r')} as row
    from (
      select r.id from ${name} r where ${condition} order by ${order} limit ${range.limit} offset ${range.offset}
    ) page
    join ${name} r on r.id = page.id
    order by ${order}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}
