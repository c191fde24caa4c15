import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

const dayMs = 24 * 3_600_000

/**
 * Retention of seen reports, which prevent duplicates in the audit trail. A device away longer than
 * this has lost its copy (a session ends after 60 days of absence); anything it still submits is
 * marked `long_ago`. A row repeated after this is stored twice, and its second copy has that mark.
 */
export const seenKnownMs = 180 * dayMs

/** Rows per transaction, to keep transactions short. */
const batch = 5000

/**
 * Deletes seen reports submitted more than 180 days ago; returns how many. The audit rows they
 * created stay and have their own retention.
 */
export async function pruneSeenReports(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - seenKnownMs).toISOString()
  let pruned = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from seen_report where ctid = any(array(
        select ctid from seen_report where received_at < ${before}::timestamptz limit ${batch}
      ))
    `.execute(db)
    pruned += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batch) return pruned
  }
}
