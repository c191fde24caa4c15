import { sql } from 'kysely'
import { deliveryStatus, type QuickDeliveryRecord, topUpStatus } from '#contract/books/quick-delivery.ts'
import { problem } from '#contract/problem.ts'
import { buildDeliveryFileNames, deliveryListSchema } from '#contract/quick-delivery/quick-delivery.ts'
import { formatInstant, idSchema } from '#contract/records/values.ts'
import { wrongTopUpAmount } from '#domain/books/quick-delivery.ts'
import { deliverySheet } from '#domain/sheets/book-sheets.ts'
import type { ServedBook, ServedSheet } from '#server/books/served-book.ts'
import { type ParseWrite, readBody, type RequestParts, toFields } from '#server/books/write-routes.ts'
import type { Database } from '#server/db/client.ts'
import type { Conditions, ListDescription, ListParams } from '#server/db/lists/list-description.ts'
import { buildSearchCondition, type ListPage } from '#server/db/lists/read-list.ts'
import type { Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { createWritableBook } from '#server/writes/writable-book.ts'
import { buildRunningBalance, readAllRunningBalances, readRunningBalances } from './running-balance-sql.ts'

/** Quick deliveries 퀵 for the write pipeline and sync. */
export const writableQuickDeliveryBook = createWritableBook('quick-deliveries', {
  joins: { balance: buildRunningBalance },
})

/** The ledger, newest first. Running balances are computed once per page, not per row. */
const quickList: ListDescription<ListParams> = {
  book: writableQuickDeliveryBook,
  defaultOrder: '-created_at',
  tieOrder: ['-created_at', '-id'],
  isBare: true,
  search: (_db, search) => buildSearchCondition(search, matchAmount),
}

/** Amounts are not in the stored search text; they match as in `toSearchedText` on devices. */
function matchAmount(word: string): Conditions {
  return /^[\d,]+$/.test(word)
    ? [sql<boolean>`coalesce(to_char(r.amount, 'FM999,999,999,999,999') || ' ' || r.amount like ${`%${word}%`}, false)`]
    : []
}

/** A page of records, each with the balance after it. */
async function addBalances(db: Database, { results: rows, ...total }: ListPage) {
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
  ...deliverySheet,
  async createRowMapper(db) {
    const balances = await readAllRunningBalances(db)
    return (record: QuickDeliveryRecord) => deliverySheet.toCells({ record, balance: balances.get(record.id) ?? null })
  },
  fileNames: buildDeliveryFileNames,
}

/**
 * Quick deliveries. The header `X-CSRFToken`, which the published API allows on writes, is accepted
 * and ignored.
 */
const quickDeliveries: ServedBook = {
  book: writableQuickDeliveryBook,
  list: quickList,
  listSchema: deliveryListSchema,
  completePage: addBalances,
  parseWrite: createQuickReader,
  sheet,
}

export const quickDeliveryBooks = [quickDeliveries]

type NewRecordDeps = Pick<Deps, 'now' | 'newId'>

/**
 * Reads the body of `POST`, `PUT` and `DELETE /api/quick/`. Completes a new record of a client that
 * sends only rider, sender, receiver, amount and memo.
 */
function createQuickReader(deps: NewRecordDeps): ParseWrite {
  return async (kind, parts) => {
    const sentBody = await readBody(kind, parts)
    if (kind !== 'create') return sentBody
    const body = toFields(sentBody.body)
    return { body: { ...buildRecordDefaults(deps, parts, body), status: deliveryStatus, ...body } }
  }
}

/** The record for a top-up call. Throws a refusal for an invalid amount. */
export function createTopUp(deps: NewRecordDeps, parts: RequestParts): Record<string, unknown> {
  const { id, amount, memo = null } = toFields(parts.body)
  if (typeof amount !== 'number' || !(amount > 0)) {
    throw new HttpProblem(
      problem('invalid_request', { message: wrongTopUpAmount, fields: { amount: wrongTopUpAmount } }),
    )
  }
  return { ...buildRecordDefaults(deps, parts, { id }), status: topUpStatus, amount, memo }
}

/**
 * Id and moment of a new record sent without them. With an idempotency key, the key becomes the id
 * and its UUIDv7 time the moment, so that a repeated request makes the same record.
 */
function buildRecordDefaults(
  { now, newId }: NewRecordDeps,
  { headers }: RequestParts,
  body: Readonly<Record<string, unknown>>,
) {
  const id = body['id'] ?? headers['idempotency-key'] ?? newId()
  const parsedId = idSchema.safeParse(id)
  return { id, created_at: formatInstant((parsedId.success ? readTime(parsedId.data) : null) ?? now().getTime()) }
}

/** The time of a UUIDv7 in ms since 1970; null for other versions. */
function readTime(id: string): number | null {
  return id[14] === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null
}
