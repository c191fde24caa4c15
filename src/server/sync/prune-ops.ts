import { sql } from 'kysely'
import type { Database } from '../db/client.ts'

const dayMs = 24 * 3_600_000

/**
 * Longer than any device can hold an unsent entry (a session ends after 60 days of absence). After
 * this, a repeat would count as a new write.
 */
const retentionDays = 180

/** Op rows per transaction, to keep transactions short. */
const batch = 5000

/**
 * Deletes opIds and stored answers older than 180 days; returns how many. The written records,
 * changes and audit rows stay.
 */
export async function pruneOps(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - retentionDays * dayMs).toISOString()
  let pruned = 0
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from op where op_id = any(array(select op_id from op where received_at < ${before}::timestamptz limit ${batch}))
    `.execute(db)
    pruned += Number(numAffectedRows ?? 0)
    if (Number(numAffectedRows ?? 0) < batch) return pruned
  }
}
