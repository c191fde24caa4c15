import type { Table } from 'dexie'
import type { Outbox } from './open-outbox.ts'

/** As long as an edit may wait without being asked about: whoever misses one looks for it in the exported file within a month or never. */
const logMs = 30 * 24 * 3_600_000

/** Rows forgotten at a time, so that no edit waits long behind it. */
const forgottenAtOnce = 400

/** Forgets why entries left the outbox: what is older than a month, and of too many rows the oldest. Call it now and then. */
export async function pruneLog({ db, runtime, isClosed }: Outbox): Promise<void> {
  if (!isClosed) await trimRows(db.log, { index: 'at', before: runtime.now() - logMs })
}

/** Of more than 5,000 the oldest go, and of all what is older: some of it now, the rest the next time. */
export async function trimRows<Row>(
  table: Table<Row, number>,
  { index, before }: { index: keyof Row & string; before: number },
): Promise<void> {
  const [count, old] = await Promise.all([
    table.count(),
    table.where(index).below(before).limit(forgottenAtOnce).primaryKeys(),
  ])
  const excess = Math.min(count - maxStored - old.length, forgottenAtOnce)
  const oldest = excess > 0 ? await table.toCollection().limit(excess).primaryKeys() : []
  if (old.length + oldest.length > 0) await table.bulkDelete([...old, ...oldest])
}

const maxStored = 5_000
