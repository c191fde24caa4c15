import { sql, type RawBuilder } from 'kysely'
import { quickExportNames, quickListSchema, type QuickBalance } from '#contract/ledgers/quick-delivery.ts'
import { type QuickDeliveryRecord, deliveryStatus, topUpStatus } from '#contract/books/quick-delivery.ts'
import { quickSheet } from '#domain/sheets/book-sheets.ts'
import { problem } from '#contract/problem.ts'
import { idSchema, instantText } from '#contract/records/values.ts'
import { wrongTopUpAmount } from '#domain/books/quick-delivery.ts'
import type { ServedBook, ServedSheet } from '#server/books/served-book.ts'
import type { Database } from '#server/db/client.ts'
import { writableCollection } from '#server/db/writable-collection.ts'
import type { ListDescription, ListParams } from '#server/db/lists/list-description.ts'
import { type ListPage, buildSearchCondition } from '#server/db/lists/read-list.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { asFields, type RequestParts, readBody, type ReadSent } from '#server/books/write-routes.ts'

/** Quick deliveries 퀵 for the write pipeline and sync. */
export const quickDeliveryCollection = writableCollection('quick-deliveries', { joins: { balance: runningBalanceSql } })

/** The ledger, newest first. Running balances are computed once per page, not per row. */
const quickList: ListDescription<ListParams> = {
  collection: quickDeliveryCollection,
  defaultOrder: '-created_at',
  tieOrder: ['-created_at', '-id'],
  isBare: true,
  search: (_db, search) => buildSearchCondition(search),
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
    return (record: QuickDeliveryRecord) => quickSheet.toCells({ record, balance: balances.get(record.id) ?? null })
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
  listSchema: quickListSchema,
  finish: withBalances,
  // Logged, because the list shows names of riders, senders and receivers.
  readSent: readQuickSent,
  sheet,
}

export const quickDeliveryBooks = [quickDeliveries]

type Makers = Pick<Deps, 'now' | 'newId'>

/**
 * Reads the body of `POST`, `PUT` and `DELETE /api/quick/`. Completes a new record of a client that
 * sends only rider, sender, receiver, amount and memo.
 */
function readQuickSent(makers: Makers): ReadSent {
  return async (kind, parts) => {
    const sentBody = await readBody(kind, parts)
    if (kind !== 'create') return sentBody
    const body = asFields(sentBody.body)
    return { body: { ...newRecord(makers, parts, body), status: deliveryStatus, ...body } }
  }
}

/** The record for a top-up call. Throws a refusal for an invalid amount. */
export function createTopUp(makers: Makers, parts: RequestParts): Record<string, unknown> {
  const { id, amount, memo = null } = asFields(parts.body)
  if (typeof amount !== 'number' || !(amount > 0)) {
    throw new HttpProblem(
      problem('invalid_request', { message: wrongTopUpAmount, fields: { amount: wrongTopUpAmount } }),
    )
  }
  return { ...newRecord(makers, parts, { id }), status: topUpStatus, amount, memo }
}

/**
 * Id and moment of a new record sent without them. With an idempotency key, the key becomes the id
 * and its UUIDv7 time the moment, so that a repeated request makes the same record.
 */
function newRecord({ now, newId }: Makers, { headers }: RequestParts, body: Readonly<Record<string, unknown>>) {
  const id = body['id'] ?? headers['idempotency-key'] ?? newId()
  const named = idSchema.safeParse(id)
  return { id, created_at: instantText((named.success ? readTime(named.data) : null) ?? now().getTime()) }
}

/** The time of a UUIDv7 in ms since 1970; null for other versions. */
function readTime(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}

/** The rules of domain/ledgers/quick-balance.ts in SQL; a test compares the two. */

/** `effectOnBalance` of the row under `alias`. */
function effectSql(alias: string): RawBuilder<number> {
  const [status, amount] = [sql.ref(`${alias}.status`), sql.ref(`${alias}.amount`)]
  return sql<number>`case when ${status} = ${sql.lit(topUpStatus)} then coalesce(${amount}, 0) else -coalesce(${amount}, 0) end`
}

/**
 * The running balance of the single row under `alias`. Its own effect is taken from the row,
 * because in RETURNING the table still has the state before the write.
 */
function runningBalanceSql(alias: string): RawBuilder<number> {
  const [id, at] = [sql.ref(`${alias}.id`), sql.ref(`${alias}.created_at`)]
  return sql<number>`(
    select coalesce(sum(${effectSql('earlier')}), 0)::bigint from quick_delivery earlier
    where (earlier.created_at, earlier.id) < (${at}, ${id}) and earlier.id <> ${id}
  ) + ${effectSql(alias)}`
}

/** The balance after each of these records, by id, computed in one pass over the ledger. */
async function readRunningBalances(db: Database, ids: readonly string[]): Promise<Map<string, number>> {
  return ids.length === 0 ? new Map() : await readLedger(db, sql`id = any(${sql.val(ids)}::uuid[])`)
}

/** The balance after every record, by id. */
function readAllRunningBalances(db: Database): Promise<Map<string, number>> {
  return readLedger(db, sql`true`)
}

async function readLedger(db: Database, condition: RawBuilder<unknown>): Promise<Map<string, number>> {
  const result = await sql<{ id: string; balance: number }>`
    select id, balance from (
      select q.id, (sum(${effectSql('q')}) over (order by q.created_at, q.id))::bigint as balance from quick_delivery q
    ) ledger
    where ${condition}
  `.execute(db)
  return new Map(result.rows.map(({ id, balance }) => [id, balance]))
}

/** `calculateBalance` over all records. */
export async function readBalance(db: Database): Promise<QuickBalance> {
  const isTopUp = sql`status = ${sql.lit(topUpStatus)}`
  const result = await sql<Pick<QuickBalance, 'total_balance' | 'total_amount'>>`
    select coalesce(sum(amount) filter (where ${isTopUp}), 0)::bigint as total_balance,
      coalesce(sum(amount) filter (where not ${isTopUp}), 0)::bigint as total_amount
    from quick_delivery
  `.execute(db)
  const { total_balance, total_amount } = result.rows[0] ?? { total_balance: 0, total_amount: 0 }
  return { total_balance, total_amount, available_balance: total_balance - total_amount }
}
