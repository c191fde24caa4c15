import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

const dayMs = 24 * 3_600_000

/**
 * A device that was away longer than this has lost its copy long ago (a session ends after 60 days away), and whatever it still hands in stands in the trail with the mark `long_ago`. What
 * guards against a second handing in is kept as long: whoever repeats a row after that is written down twice, and the second one says of itself that it is old.
 */
export const seenKnownMs = 180 * dayMs

/** Rows per transaction, so that nobody waits for a year's worth. */
const batch = 5000

/** Forgets which reports of seen records were handed in more than 180 days ago; answers how many. What they brought stands in the trail, which has a time of its own. */
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
