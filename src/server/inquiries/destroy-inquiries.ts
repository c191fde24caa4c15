import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { destroyRecord, recordDestructionRun } from '#server/destruction/destroy-record.ts'
import type { Tables } from '#server/schema/tables/tables.ts'
import { startDaily } from '#server/tasks/daily.ts'
import type { NewTrailEntry } from '#server/trail/write-trail.ts'
import { writableInquiryBook } from './books.ts'

/** An inquiry as it was when it was locked. */
interface LockedInquiry {
  readonly id: string
  readonly received_at: string
}

/** Who destroys the inquiries and why, in Korean; without a person, the server itself. */
interface InquiryDestruction {
  readonly by: NewTrailEntry['user']
  readonly ipAddress: string | null
  readonly reason: string
  /** Defaults to the ground in the retention table. */
  readonly legalBasis?: string
  readonly now: Date
}

/**
 * Destroys inquiries that the transaction has locked, with every trace of their contents, and
 * records it in 파기 대장.
 */
export async function destroyInquiries(
  trx: Transaction<Tables>,
  rows: readonly LockedInquiry[],
  destruction: InquiryDestruction,
): Promise<void> {
  if (rows.length === 0) return
  const id = randomUUID()
  const days = rows.map(({ received_at }) => received_at.slice(0, 10)).toSorted()
  await recordDestructionRun(trx, {
    id,
    kind: 'inquiries',
    asked: rows.length,
    by: destruction.by,
    at: destruction.now,
    ended: { from: days[0] ?? null, to: days.at(-1) ?? null },
    ...(destruction.legalBasis !== undefined && { ground: destruction.legalBasis }),
  })
  for (const row of rows)
    await destroyRecord(trx, { collection: writableInquiryBook.name, id: row.id }, { ...destruction, id })
}

/** Inquiries per transaction, so that locks stay short. */
const batchSize = 500

/**
 * Destroys inquiries received a year ago or earlier (보유기간 1년), with every trace of their contents.
 * Returns their number.
 */
export async function destroyOldInquiries(db: Database, now: Date): Promise<number> {
  let destroyed = 0
  for (;;) {
    const count = await db.transaction().execute((trx) => destroyBatch(trx, now))
    destroyed += count
    if (count < batchSize) return destroyed
  }
}

/**
 * Runs now and every 24 hours. Several processes on one database skip each other's locked rows.
 * Returns a function that stops it.
 */
export function startInquiryRetention(log: FastifyBaseLogger, deps: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  return startDaily(log, {
    async run() {
      const count = await destroyOldInquiries(deps.db, deps.now())
      if (count > 0) log.info({ count }, 'destroyed inquiries older than a year')
    },
    onFailure: 'could not destroy old inquiries',
  })
}

async function destroyBatch(trx: Transaction<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<LockedInquiry>`
    select id, received_at from inquiry
    where received_at <= ${now.toISOString()}::timestamptz - interval '1 year'
    order by received_at, id limit ${batchSize} for update skip locked
  `.execute(trx)
  await destroyInquiries(trx, rows, { by: null, ipAddress: null, reason: '보유기간 1년 경과', now })
  return rows.length
}
