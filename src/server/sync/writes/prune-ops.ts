import { sql } from 'kysely'
import { dayMs } from '#contract/dates/day-ms.ts'
import type { Database } from '#server/db/client.ts'

/**
 * Far longer than a device keeps a request unanswered. A repeat after this is judged like a new
 * request: ids and versions of the records still keep it from taking effect twice.
 */
const opRetentionDays = 180

/** Op rows per transaction, to keep transactions short. */
const batchSize = 5000

/**
 * Deletes opIds and stored responses older than 180 days; returns how many. The written records,
 * changes and trail rows stay.
 */
export async function pruneOps(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - opRetentionDays * dayMs).toISOString()
  let pruned = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from op where op_id = any(array(select op_id from op where received_at < ${before}::timestamptz limit ${batchSize}))
    `.execute(db)
    pruned += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batchSize) return pruned
  }
}
