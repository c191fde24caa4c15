import { sql, type Transaction } from 'kysely'
import type { FastifyBaseLogger } from 'fastify'
import { problem, problemStatus } from '#contract/problem.ts'
import type { Database } from '../db/client.ts'
import type { Tables } from '../db/tables/tables.ts'
import type { Deps } from '../deps.ts'
import { auditRow } from '../plugins/audit.ts'
import { inquiryCollection } from './collections.ts'

const dayMs = 24 * 3_600_000

/** Inquiries per transaction, so that nobody waits for a year's worth. */
const batch = 500

/**
 * Destroys what came a year ago or earlier (보유기간 1년, research/domain.md §4 R12): the row, its values in the change log and every stored answer that holds it. What stays is that
 * an inquiry was destroyed and when, in the audit trail. Answers how many. Devices drop their copy with the next pull; backups rotate.
 */
export async function destroyOldInquiries(db: Database, now: Date): Promise<number> {
  let destroyed = 0
  for (;;) {
    const count = await db.transaction().execute((trx) => destroyBatch(trx, now))
    destroyed += count
    if (count < batch) return destroyed
  }
}

/** Now and every 24 hours. Several processes on one database pass over each other's rows. Answers how to stop it. */
export function startRetention(log: FastifyBaseLogger, deps: Pick<Deps, 'db' | 'now'>): () => Promise<void> {
  async function run() {
    try {
      const count = await destroyOldInquiries(deps.db, deps.now())
      if (count > 0) log.info({ count }, 'destroyed inquiries after their year')
    } catch (error) {
      log.warn({ err: error }, 'could not destroy old inquiries')
    }
  }
  let running = run()
  const timer = setInterval(() => {
    running = run()
  }, dayMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

async function destroyBatch(trx: Transaction<Tables>, now: Date): Promise<number> {
  const { rows } = await sql<{ id: string; version: number; received_at: string }>`
    select id, version, received_at from inquiry
    where received_at <= ${now.toISOString()}::timestamptz - interval '1 year'
    order by received_at, id limit ${batch} for update skip locked
  `.execute(trx)
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await forgetChanges(trx, ids)
  await forgetAnswers(trx, ids)
  await trx.deleteFrom('inquiry').where('id', 'in', ids).execute()
  await trx.insertInto('change').values(rows.map(deletion)).execute()
  await trx
    .insertInto('audit')
    .values(rows.map((row) => destruction(row)))
    .execute()
  return rows.length
}

/** Who did what and when stays in the log, the values go. */
async function forgetChanges(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`
    update change set fields = '{}' where collection = ${inquiryCollection.name} and record_id = any(${sql.val(ids)}::uuid[])
  `.execute(trx)
}

/** A write of the last 180 days may have been answered the whole row, a conflict among them; a repeat of it now hears that there is none. */
async function forgetAnswers(trx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  const gone = problem('not_found')
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(gone)}::json
    where answer ->> 'id' = any(${sql.val(ids)}::text[]) or answer -> 'current' ->> 'id' = any(${sql.val(ids)}::text[])
  `.execute(trx)
}

/** Tells the devices; it carries none of the values a delete otherwise keeps. */
function deletion({ id, version }: { id: string; version: number }) {
  return {
    ...{ collection: inquiryCollection.name, record_id: id, version: version + 1, kind: 'delete' as const },
    ...{ fields: '{}', user_id: null, user_name: '보유기간 만료', op_id: null, act_id: null },
  }
}

function destruction({ id, received_at }: { id: string; received_at: string }) {
  return auditRow({
    user: null,
    address: null,
    act: 'destroy',
    collection: inquiryCollection.name,
    recordId: id,
    detail: { reason: '보유기간 1년 경과', received_at },
  })
}
