import { bookOf } from '#contract/books/collections.ts'
import type { Outbox } from '../open-outbox.ts'
import type { SentRow } from '../outbox-database.ts'
import { trimRows } from '../prune-log.ts'
import type { StoredOp } from '../stored-op.ts'
import { withConnection } from '../write-outbox.ts'

/**
 * Long enough to notice that a server must be restored, and far less than the server remembers an
 * opId (180 days).
 */
const retentionMs = 14 * 24 * 3_600_000

/**
 * Remembers edits that leave the outbox because the mirror holds them. Call it inside the
 * transaction that removes them.
 */
export async function rememberSent({ db, runtime }: Outbox, settled: readonly StoredOp[]): Promise<void> {
  const now = runtime.now()
  const rows = settled.filter(({ collection }) => !bookOf(collection).leavesNoCopy).map((op) => sentRowOf(op, now))
  if (rows.length === 0) return
  await db.sent.bulkPut(rows)
  await trimRows(db.sent, { index: 'ackedAt', before: now - retentionMs })
}

export function sentRowOf(op: StoredOp, ackedAt: number): SentRow {
  const { opId, seq, kind, collection, recordId, changes, caption, actId, createdAt } = op
  return { opId, seq, kind, collection, recordId, changes, caption, actId, createdAt, ackedAt }
}

/** The remembered edits the server can be asked about, in order of entry. */
export async function readSent(outbox: Outbox): Promise<readonly SentRow[]> {
  const rows = await withConnection(outbox, () => outbox.db.sent.toArray())
  return rows.filter(({ ackedAt }) => outbox.runtime.now() - ackedAt <= retentionMs)
}
