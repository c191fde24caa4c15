import { sql } from 'kysely'
import type { ChangeSeq } from '#contract/sync/sync.ts'
import type { Database } from '../db/client.ts'

/** Turns the epoch into the one shown to a person, see `markOf`. */
export type Mark = (epoch: string) => string

/**
 * The database epoch and how far its log is settled, in one snapshot. Everything before `cursor` is
 * committed and visible, and nothing can be committed at or before it any more, because every
 * running or later transaction has the id `xmin` or higher. Rows committed beyond it come later. No
 * transaction has reached the id `end` yet. HAZARD: one long writing transaction anywhere in the
 * cluster holds the cursor back for its whole duration.
 */
export async function readCursor(
  db: Database,
  mark: Mark = (epoch) => epoch,
): Promise<{ epoch: string; cursor: ChangeSeq; end: ChangeSeq }> {
  const result = await sql<{ epoch: string; xmin: string; xmax: string }>`
    select epoch, pg_snapshot_xmin(pg_current_snapshot())::text as xmin, pg_snapshot_xmax(pg_current_snapshot())::text as xmax from meta
  `.execute(db)
  const [row] = result.rows
  if (!row) throw new Error('the meta row is missing')
  return { epoch: mark(row.epoch), cursor: `${row.xmin}.0`, end: `${row.xmax}.0` }
}

/** Runs `read` on one snapshot. */
export async function onSnapshot<T>(db: Database, read: (snapshot: Database) => Promise<T>): Promise<T> {
  return await db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
