import { sql, type RawBuilder } from 'kysely'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Database } from '../client.ts'
import { bytesPerId } from './column-store.ts'
import type { ListedTable } from './listed-table.ts'
import { readByIds } from './read-by-ids.ts'
import { lifetimeMs, seenColumns, type Seen } from './unchanged-since.ts'

/** A list as the user asked for it: which rows, in which order. */
export interface ListQuestion {
  readonly condition: RawBuilder<boolean>
  readonly order: RawBuilder<unknown>
}

export interface OrderedPage {
  readonly rows: AnyRecord[]
  readonly total: number
}

export interface RememberedOrders {
  /** The page from memory, or undefined when the order of the list is not known (any more). Waits for an order that is being read. */
  page(question: ListQuestion, range: { offset: number; limit: number }): Promise<OrderedPage | undefined>
  /** Reads the order of a list, unless another is being read. It is for the background: it never throws, and tells when it is done. */
  learn(question: ListQuestion, list: LongList): Promise<void>
}

export interface LongList {
  readonly total: number
  /** Pages at least this many rows from the nearer end of the list wait for its order; others are sooner read directly. */
  readonly waitFrom: number
}

interface Order extends Seen {
  /** 16 bytes per id. */
  readonly ids: Buffer
  readonly until: number
  uses: number
}

/** A list whose order was stale before anybody used it is written to too often to be worth it. */
const restMs = 10_000

/**
 * Remembers the ids of long lists in their order. What no index answers (a page far down, a broad search, an order by any column) costs as much for one page
 * as for all; so the second page of such a list is read by its ids, in the time of a first page. Each use asks the change log, in the statement that reads
 * the rows, whether anything was committed since: an answer from memory is never older than one read anew.
 */
export function createOrders(db: Database, table: ListedTable, { maxBytes = 96 * 1024 * 1024 } = {}): RememberedOrders {
  const orders = new Map<string, Order>()
  const resting = new Map<string, number>()
  let reading: { key: string; list: LongList; done: Promise<void> } | undefined

  async function read(key: string, question: ListQuestion): Promise<void> {
    try {
      orders.delete(key)
      orders.set(key, await readOrder(db, table, question))
      forgetBeyond(orders, maxBytes)
    } catch {
      // The database is away or ending; the list is then read without memory and says so itself.
    } finally {
      reading = undefined
    }
  }

  return {
    async page(question, range) {
      const key = keyOf(db, question)
      if (reading?.key === key && rowsToNearerEnd(range.offset, reading.list.total) >= reading.list.waitFrom)
        await reading.done
      const order = orders.get(key)
      if (!order) return undefined
      const rows =
        performance.now() > order.until
          ? null
          : await readByIds(db, table, { ids: idsIn(order.ids, range), check: { seen: order, watched: table.watched } })
      orders.delete(key)
      if (!rows) {
        if (order.uses === 0) resting.set(key, performance.now() + restMs)
        return undefined
      }
      order.uses += 1
      orders.set(key, order)
      return { rows, total: order.ids.length / bytesPerId }
    },
    async learn(question, list) {
      if (reading || list.total * bytesPerId > maxBytes / 2) return
      const now = performance.now()
      for (const [key, until] of resting) if (until < now) resting.delete(key)
      const key = keyOf(db, question)
      if (resting.has(key)) return
      reading = { key, list, done: read(key, question) }
      await reading.done
    },
  }
}

/** How many rows a direct read has to pass over. */
export function rowsToNearerEnd(offset: number, total: number): number {
  return Math.max(0, Math.min(offset, total - offset))
}

function keyOf(db: Database, { condition, order }: ListQuestion): string {
  const { sql: text, parameters } = sql`${condition} order by ${order}`.compile(db)
  return `${text}${JSON.stringify(parameters)}`
}

function forgetBeyond(orders: Map<string, Order>, maxBytes: number): void {
  let bytes = [...orders.values()].reduce((sum, { ids }) => sum + ids.length, 0)
  for (const [key, { ids }] of orders) {
    if (bytes <= maxBytes) return
    bytes -= ids.length
    orders.delete(key)
  }
}

/** Settings of this one transaction: the sort stays in memory and both processors of a small machine take part in it, and no plan is compiled (a database of the office's own may have jit on). */
async function readOrder(
  db: Database,
  { collection }: ListedTable,
  { condition, order }: ListQuestion,
): Promise<Order> {
  return await db.transaction().execute(async (trx) => {
    await sql`select set_config('work_mem', '64MB', true), set_config('parallel_tuple_cost', '0', true), set_config('jit', 'off', true)`.execute(
      trx,
    )
    const result = await sql<Seen & { ids: Buffer | null }>`
      select (
        select string_agg(uuid_send(id), '') from (select r.id from ${sql.table(collection.table)} r where ${condition} order by ${order}) ordered
      ) as ids, ${seenColumns}
    `.execute(trx)
    const [row] = result.rows
    if (!row) throw new Error('an aggregate answers one row')
    return { ...row, ids: row.ids ?? Buffer.alloc(0), until: performance.now() + lifetimeMs, uses: 0 }
  })
}

function idsIn(ids: Buffer, { offset, limit }: { offset: number; limit: number }): string[] {
  const end = Math.min(ids.length, (offset + limit) * bytesPerId)
  const found: string[] = []
  for (let at = offset * bytesPerId; at < end; at += bytesPerId) found.push(ids.toString('hex', at, at + bytesPerId))
  return found
}
