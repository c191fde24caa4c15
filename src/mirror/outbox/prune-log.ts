import type { Table } from 'dexie'
import type { Outbox } from './open-outbox.ts'

/**
 * As long as an edit may wait before the user is asked: a missing edit is looked up in the export
 * within a month or never.
 */
const logMs = 30 * 24 * 3_600_000

/** Rows deleted at a time, so that no edit waits long for it. */
const deletedPerTransaction = 400

/** Deletes log rows older than a month, and the oldest of too many. Call it regularly. */
export async function pruneLog({ db, runtime, isClosed }: Outbox): Promise<void> {
  if (!isClosed) await trimRows(db.log, { index: 'at', before: runtime.now() - logMs })
}

/** Deletes rows older than `before`, and the oldest beyond 5,000; a limited number per call. */
export async function trimRows<Row>(
  table: Table<Row, number>,
  { index, before }: { index: keyof Row & string; before: number },
): Promise<void> {
  const [count, old] = await Promise.all([
    table.count(),
    table.where(index).below(before).limit(deletedPerTransaction).primaryKeys(),
  ])
  const excess = Math.min(count - maxStored - old.length, deletedPerTransaction)
  const oldest = excess > 0 ? await table.toCollection().limit(excess).primaryKeys() : []
  if (old.length + oldest.length > 0) await table.bulkDelete([...old, ...oldest])
}

const maxStored = 5_000
