import { sql, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/client.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { Deps } from '../deps.ts'
import { startDaily } from '../jobs/daily.ts'
import { destroyInquiries, type DoomedInquiry } from './destroy-inquiries.ts'

/** Inquiries per transaction, so that locks stay short. */
const batch = 500

/**
 * Destroys inquiries received a year ago or earlier (보유기간 1년), with every trace of their contents
 * (destroy-inquiries.ts). Returns their number.
 */
export async function destroyOldInquiries(db: Database, now: Date): Promise<number> {
  let destroyed = 0
  for (;;) {
    const count = await db.transaction().execute((trx) => destroyBatch(trx, now))
    destroyed += count
    if (count < batch) return destroyed
  }
}

/**
 * Runs now and every 24 hours. Several processes on one database skip each other's locked rows.
 * Returns a function that stops it.
 */
export function startRetention(log: FastifyBaseLogger, deps: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  return startDaily(log, {
    async run() {
      const count = await destroyOldInquiries(deps.db, deps.now())
      if (count > 0) log.info({ count }, 'destroyed inquiries after their year')
    },
    onFailure: 'could not destroy old inquiries',
  })
}

async function destroyBatch(trx: Transaction<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<DoomedInquiry>`
    select id, received_at from inquiry
    where received_at <= ${now.toISOString()}::timestamptz - interval '1 year'
    order by received_at, id limit ${batch} for update skip locked
  `.execute(trx)
  await destroyInquiries(trx, rows, { by: null, address: null, reason: '보유기간 1년 경과', now })
  return rows.length
}
