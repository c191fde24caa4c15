import { sql, type RawBuilder } from 'kysely'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../client.ts'
import { recordJson } from '../record-json.ts'
import type { ListedTable } from './listed-table.ts'
import { createColumns, type PickedList, type RememberedColumns } from './remembered-columns.ts'
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
  readonly columns: RememberedColumns
  /** How far a scattered list is looked for along its order, and from how many rows on that is tried at all. */
  readonly walk: { readonly rows: number; readonly from: number }
}

/** Walking 20,000 rows and sorting 2,000 take about as long, some 20 ms. */
const usualWalk = { rows: 20_000, from: 2000 }

export function createListReader(db: Database, table: ListedTable, walk: ListReader['walk'] = usualWalk): ListReader {
  return {
    db,
    table,
    countRows: createCounter(db, table),
    orders: createOrders(db, table),
    columns: createColumns(db, table),
    walk,
  }
}

/** From here on it pays to know the total before the page is read: the second half of a result is read from its end. */
const deepOffset = 5000

/** A page or a total that took longer to find is the sign of a list worth remembering. */
const slowMs = 15

/** Rows; below it the database counts and finds as quickly. */
const longTable = 20_000

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
  const known = list.picked?.isNewestFirst ? await reader.columns.page(list.picked, range) : undefined
  return known ?? (await reader.orders.page(list, range)) ?? (await readPage(reader, list, range))
}

/** A list and how it is read: newest first is walked, everything else is searched or sorted. */
export interface List extends ListQuestion {
  /** The condition once more, as the columns in memory know it: they count any list, and find the pages of one that stands newest first. */
  readonly picked?: PickedList & { readonly isNewestFirst: boolean }
  readonly reversedOrder: RawBuilder<unknown>
  /** An index gives the rows in this order. */
  readonly isWalked: boolean
  /**
   * An index gives all rows of the table in this order, but only looking at them says which belong to the list (a search, one of several values). Most often they
   * stand close together near the front; when they do not, walking to them takes seconds, and the database cannot know which it is.
   */
  readonly isScattered: boolean
}

interface Range {
  readonly offset: number
  readonly limit: number
}

/** Reads a page from the tables, and has the order of the list remembered when that was slow. */
async function readPage(reader: ListReader, list: List, range: Range): Promise<OrderedPage> {
  const start = performance.now()
  const counting = countRows(reader, list)
  const isDeep = range.offset >= deepOffset
  const read = isDeep ? readDeepRange : readScattered
  const reading =
    isDeep || list.isScattered
      ? counting.then((total) => timed(() => read(reader, list, { ...range, total })))
      : timed(() => readRange(reader, list, range))
  const [page, total] = await Promise.all([reading, counting])
  if (list.picked && total > longTable) void reader.columns.learn()
  const isKnownSoon = list.picked?.isNewestFirst && reader.columns.isLearning()
  if (!isKnownSoon && total > Math.max(shortList, range.limit) && performance.now() - start > slowMs) {
    const distance = rowsToNearerEnd(range.offset, total)
    const isWorthWaiting = page.ms > (total * learnMsPerRow) / pagesToPay
    const usual = list.isWalked ? farOffset : deepOffset
    void reader.orders.learn(list, { total, waitFrom: isWorthWaiting ? Math.min(usual, distance) : usual })
  }
  return { rows: page.rows, total }
}

async function countRows({ columns, countRows: count }: ListReader, { picked, condition }: List): Promise<number> {
  const known = picked && (await columns.page(picked, { offset: 0, limit: 0 }))
  return known?.total ?? (await count(condition))
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

/** Along the order as far as that is sure to be quick, else by finding all rows of the list and sorting them. */
async function readScattered(reader: ListReader, list: List, range: Range & { total: number }): Promise<AnyRecord[]> {
  const { offset, total } = range
  const limit = Math.min(range.limit, total - offset)
  if (limit <= 0) return []
  const table = sql.table(reader.table.collection.table)
  if (total >= reader.walk.from) {
    const walked = sql`(select r.* from ${table} r order by ${list.order} limit ${reader.walk.rows}) r where ${list.condition}`
    const rows = await readRange(reader, list, { offset, limit, source: walked })
    if (rows.length === limit) return rows
  }
  // The offset keeps the two steps apart, so that the database cannot decide to walk after all.
  const source = sql`(select r.* from ${table} r where ${list.condition} offset 0) r`
  return await readRange(reader, list, { offset, limit, source })
}

/** The ids come from an index alone; only the rows shown are then fetched. */
async function readRange(
  { db, table }: ListReader,
  { condition, order }: ListQuestion,
  { offset, limit, source }: Range & { source?: RawBuilder<unknown> },
): Promise<AnyRecord[]> {
  const name = sql.table(table.collection.table)
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(table.collection, 'r')} as row
    from (
      select r.id from ${source ?? sql`${name} r where ${condition}`} order by ${order} limit ${limit} offset ${offset}
    ) page
    join ${name} r on r.id = page.id
    order by ${order}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}
