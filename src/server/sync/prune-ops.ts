import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

const dayMs = 24 * 3_600_000

/** Longer than any device can come back with an entry (a session ends after 60 days away); from here on a repeat would be taken for a new write. */
const keptDays = 180

/** Op rows per transaction, so that nobody waits for a year's worth. */
const batch = 5000

/** Forgets the opIds and stored answers of writes older than 180 days (design §4); answers how many. What they wrote, its change and audit rows stay. */
export async function pruneOps(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keptDays * dayMs).toISOString()
  let pruned = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from op where op_id = any(array(select op_id from op where received_at < ${before}::timestamptz limit ${batch}))
    `.execute(db)
    pruned += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batch) return pruned
  }
}
