import { problem } from '#contract/problem.ts'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { isLost, isRefusedAsGone } from '../entry-state.ts'
import type { Outbox } from '../open-outbox.ts'
import { laneOf } from '../outbox-image.ts'
import { retryEntry } from '../entries/repair-entry.ts'
import { isUnsettled, type StoredOp } from '../stored-op.ts'
import { writeOutbox } from '../write-outbox.ts'

/** A record as the server reports it; `row` is null when it was deleted. */
export interface ComingChange {
  readonly collection: CollectionName
  readonly id: string
  readonly row: unknown
}

/**
 * Updates the outbox for deleted and restored records. Must run before the mirror stores the same
 * changes.
 *
 * - Deleted with edits waiting: copies the record's values into the first edit (`lost`), because
 *   the mirror drops them and the user needs them to decide.
 * - Restored (the deletion was undone): sends the edits again. Those that the server lost in a
 *   restore only become sendable; the user decides.
 *
 * `standing` reads the record from the mirror; null when it isn't there. @throws OutboxWriteError
 * when the device can't store the values; then don't store the changes
 */
export async function applyDeletions(
  outbox: Outbox,
  changes: readonly ComingChange[],
  standing: (collection: CollectionName, id: string) => AnyRecord | null,
): Promise<void> {
  const lost = new Map<number, AnyRecord>()
  const returned: Returned[] = []
  for (const { collection, id, row } of changes) {
    const waiting = laneOf(outbox.image, { collection, recordId: id }).filter(isUnsettled)
    const [first] = waiting
    if (row !== null) returned.push(...comingBack(waiting, row as AnyRecord))
    if (first?.kind !== 'update') continue
    const record = row === null && !first.lost && !bookOf(collection).leavesNoCopy ? standing(collection, id) : null
    if (record) lost.set(first.seq, record)
  }
  if (lost.size + returned.length === 0) return
  await writeOutbox(outbox, async (write) => {
    for (const [seq, record] of lost) {
      const op = await write.getBySeq(seq)
      if (op && isUnsettled(op)) write.put({ ...op, lost: record })
    }
    for (const { op: seen, row } of returned) {
      const op = await write.getBySeq(seen.seq)
      if (op) write.put(isLost(op) ? askedAgain(op, row) : withoutLost(op))
    }
  })
  for (const { op } of returned) if (isRefusedAsGone(op) && !isLost(op)) await retryEntry(outbox, op.opId)
}

interface Returned {
  readonly op: StoredOp
  readonly row: AnyRecord
}

/** Waiting edits to release now that their record is back. */
function comingBack(waiting: readonly StoredOp[], row: AnyRecord): Returned[] {
  const isStuck = (op: StoredOp, at: number) => isRefusedAsGone(op) && (at === 0 || isLost(op))
  return waiting
    .filter((op, at) => op.kind === 'update' && (isStuck(op, at) || (at === 0 && op.lost)))
    .map((op) => ({ op, row }))
}

/**
 * Rebases an edit that the server lost in a restore onto the restored record. It stays refused
 * (`restored`), so the user decides whether to send it.
 */
function askedAgain(op: StoredOp, row: AnyRecord): StoredOp {
  const changes = Object.fromEntries(
    Object.entries(op.changes).map(([key, change]) => [key, { old: row[key] ?? null, new: change.new }]),
  )
  return { ...withoutLost(op), changes, baseVersion: row.version, problem: problem('restored') }
}

function withoutLost(op: StoredOp): StoredOp {
  const { lost: _lost, ...rest } = op
  return rest
}
