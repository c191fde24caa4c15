import { sql, type RawBuilder } from 'kysely'
import type { CollectionName } from '#contract/records/collections.ts'

/** What a remembered answer saw of the database. */
export interface Seen {
  readonly snapshot: string
  readonly epoch: string
}

/** Columns that say what a statement sees; select them beside the answer, in the same statement. */
export const seenColumns = sql`pg_current_snapshot()::text as snapshot, (select epoch from meta) as epoch`

/**
 * True while no change of these collections is visible that was not visible then. Asked in the same statement as what is answered from memory, it leaves no
 * moment for a write in between. The change log is asked, not a process's own writes: several server processes may share one database.
 */
export function unchangedSince({ snapshot, epoch }: Seen, collections: readonly CollectionName[]): RawBuilder<boolean> {
  return sql<boolean>`(select epoch = ${epoch}::uuid from meta) and not exists (
    select 1 from change
    where txid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and collection = any(${collections}::text[])
      and not pg_visible_in_snapshot(txid, ${snapshot}::pg_snapshot)
  )`
}

/** Rows that somebody writes past the server (psql) have no change rows; what is remembered is stale for no longer than this. */
export const lifetimeMs = 60_000
