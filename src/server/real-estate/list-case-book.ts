import { sql, type RawBuilder } from 'kysely'
import type { CaseBookListQuery } from '#contract/real-estate.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../db/client.ts'
import { recordJson } from '../db/record-json.ts'
import { caseBookCondition, caseBookOrder, readGroups, type GroupRow } from './case-book-query.ts'
import { realEstateCollection } from './collections.ts'
import { createCounter } from './remembered-counts.ts'
import { createOrders, rowsToNearerEnd, type ListQuestion, type RememberedOrders } from './remembered-orders.ts'

/** What one server process remembers of the lists it was asked for. */
export interface ListMemory {
  readonly countRows: ReturnType<typeof createCounter>
  readonly orders: RememberedOrders
}

export function createListMemory(db: Database): ListMemory {
  return { countRows: createCounter(db), orders: createOrders(db) }
}

const newestFirst = '-created_at'

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

/** One page of the case book, each row with its group joined, and the number of rows that pass the filters. A page beyond the end is empty. */
export async function listCaseBook(db: Database, memory: ListMemory, query: CaseBookListQuery) {
  const groups = await readGroups(db)
  const list: List = {
    condition: caseBookCondition(query, groups),
    order: caseBookOrder(query.ordering, groups),
    reversedOrder: caseBookOrder(query.ordering, groups, true),
    isWalked: !query.search?.trim() && (query.ordering ?? newestFirst) === newestFirst,
  }
  const range = { offset: (query.page - 1) * query.page_size, limit: query.page_size }
  const { rows, total } = (await memory.orders.page(list, range)) ?? (await readPage(db, { memory, list, range }))
  const groupsById = new Map(groups.map((group) => [group.id, groupOnRow(group)]))
  return {
    results: rows.map((row) => ({ ...row, group: groupsById.get(String(row['group_id'])) })),
    total_count: total,
  }
}

interface List extends ListQuestion {
  readonly reversedOrder: RawBuilder<unknown>
  /** An index gives the rows in this order. */
  readonly isWalked: boolean
}

interface Range {
  readonly offset: number
  readonly limit: number
}

/** Reads a page from the tables, and has the order of the list remembered when that was slow. */
async function readPage(db: Database, asked: { memory: ListMemory; list: List; range: Range }) {
  const { memory, list, range } = asked
  const start = performance.now()
  const counting = memory.countRows(list.condition)
  const isDeep = range.offset >= deepOffset
  const reading = isDeep
    ? counting.then((total) => timed(() => readDeepRange(db, list, { ...range, total })))
    : timed(() => readRange(db, list, range))
  const [page, total] = await Promise.all([reading, counting])
  if (total > Math.max(shortList, range.limit) && performance.now() - start > slowMs) {
    const distance = rowsToNearerEnd(range.offset, total)
    const isWorthWaiting = page.ms > (total * learnMsPerRow) / pagesToPay
    const usual = list.isWalked ? farOffset : deepOffset
    void memory.orders.learn(list, { total, waitFrom: isWorthWaiting ? Math.min(usual, distance) : usual })
  }
  return { rows: page.rows, total }
}

async function timed(read: () => Promise<AnyRecord[]>): Promise<{ rows: AnyRecord[]; ms: number }> {
  const start = performance.now()
  return { rows: await read(), ms: performance.now() - start }
}

async function readDeepRange(db: Database, list: List, range: Range & { total: number }): Promise<AnyRecord[]> {
  const { offset, total } = range
  const limit = Math.min(range.limit, total - offset)
  if (limit <= 0) return []
  if (offset < total / 2) return await readRange(db, list, { offset, limit })
  const reversed = { condition: list.condition, order: list.reversedOrder }
  return (await readRange(db, reversed, { offset: total - offset - limit, limit })).toReversed()
}

/** The ids come from an index alone; only the rows shown are then fetched. */
async function readRange(db: Database, { condition, order }: ListQuestion, range: Range): Promise<AnyRecord[]> {
  const result = await sql<{ row: AnyRecord }>`
    select ${recordJson(realEstateCollection, 'r')} as row
    from (
      select r.id from real_estate r where ${condition} order by ${order} limit ${range.limit} offset ${range.offset}
    ) page
    join real_estate r on r.id = page.id
    order by ${order}
  `.execute(db)
  return result.rows.map(({ row }) => row)
}

function groupOnRow({ id, name, trust_corporate_name, office }: GroupRow) {
  return { id, name, trust_corporate_name, office }
}
