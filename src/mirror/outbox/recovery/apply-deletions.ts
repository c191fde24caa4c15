import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import { retryEntry } from '../entries/repair-entry.ts'
import type { Outbox } from '../open-outbox.ts'
import { getLane } from '../outbox-image.ts'
import { isLost, isRefusedAsGone, isUnsettled, type StoredOp } from '../stored-op.ts'
import { writeOutbox } from '../write-outbox.ts'

/** A record as the server reports it; `row` is null when it was deleted. */
export interface IncomingChange {
  readonly collection: CollectionName
  readonly id: string
  readonly row: unknown
}

/**
 * Runs before the mirror stores changes. When a record with waiting edits was deleted, keeps its
 * values with the first edit: the mirror drops them, and the user needs them to decide. When a
 * record comes back (its deletion was undone), sends its edits again, except those the server has
 * lost before.
 * `mirrored`: the record in the mirror, or null.
 * @throws OutboxWriteError when the device could not keep the values; the changes must not be
 * stored then
 */
export async function applyDeletions(
  outbox: Outbox,
  changes: readonly IncomingChange[],
  mirrored: (collection: CollectionName, id: string) => AnyRecord | null,
): Promise<void> {
  const lost = new Map<number, AnyRecord>()
  const restored: RestoredEdit[] = []
  for (const { collection, id, row } of changes) {
    const waiting = getLane(outbox.image, { collection, recordId: id }).filter(isUnsettled)
    const [first] = waiting
    if (row !== null) restored.push(...listEditsToRestore(waiting, row as AnyRecord))
    if (first?.kind !== 'update') continue
    const record = row === null && !first.lost && !getBook(collection).leavesNoCopy ? mirrored(collection, id) : null
    if (record) lost.set(first.seq, record)
  }
  if (lost.size + restored.length === 0) return
  await writeOutbox(outbox, async (write) => {
    for (const [seq, record] of lost) {
      const op = await write.getBySeq(seq)
      if (op && isUnsettled(op)) write.put({ ...op, lost: record })
    }
    for (const { op: snapshot, row } of restored) {
      const op = await write.getBySeq(snapshot.seq)
      if (op) write.put(isLost(op) ? reofferToUser(op, row) : withoutLost(op))
    }
  })
  for (const { op } of restored) if (isRefusedAsGone(op) && !isLost(op)) await retryEntry(outbox, op.opId)
}

interface RestoredEdit {
  readonly op: StoredOp
  readonly row: AnyRecord
}

function listEditsToRestore(waiting: readonly StoredOp[], row: AnyRecord): RestoredEdit[] {
  const isStuck = (op: StoredOp, index: number) => isRefusedAsGone(op) && (index === 0 || isLost(op))
  return waiting
    .filter((op, index) => op.kind === 'update' && (isStuck(op, index) || (index === 0 && op.lost)))
    .map((op) => ({ op, row }))
}

/**
 * Rebases an edit that the server lost in a restore onto the restored record. It stays refused
 * (`restored`), so the user decides whether to send it.
 */
function reofferToUser(op: StoredOp, row: AnyRecord): StoredOp {
  const changes = Object.fromEntries(
    Object.entries(op.changes).map(([key, change]) => [key, { old: row[key] ?? null, new: change.new }]),
  )
  return { ...withoutLost(op), changes, baseVersion: row.version, problem: problem('restored') }
}

function withoutLost(op: StoredOp): StoredOp {
  const { lost: _lost, ...rest } = op
  return rest
}
