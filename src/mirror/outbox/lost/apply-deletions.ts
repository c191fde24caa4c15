import { problem } from '#contract/problem.ts'
import { bookOf, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { isLost, isRefusedAsGone } from '../entry-state.ts'
import type { Outbox } from '../open-outbox.ts'
import { laneOf } from '../outbox-image.ts'
import { retryEntry } from '../entries/repair-entry.ts'
import { isUnsettled, type StoredOp } from '../stored-op.ts'
import { writeOutbox } from '../write-outbox.ts'

/** What the server says of a record: `row` null when it was deleted. */
export interface ComingChange {
  readonly collection: CollectionName
  readonly id: string
  readonly row: unknown
}

/**
 * Looks at changes of the server before the mirror takes them in. Of a deleted record that has edits waiting, the values are kept with the first of them: the
 * mirror lets them go, and a person who has to decide about the edits needs them all. Edits of a record that came back (its deletion was undone) go out again by
 * themselves, save for those that the server has lost before: nothing is left to decide.
 * `standing`: the record as the mirror holds it, null where it does not.
 * @throws OutboxWriteError when the device could not keep the values; the changes must not be taken in then
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

function comingBack(waiting: readonly StoredOp[], row: AnyRecord): Returned[] {
  const isStuck = (op: StoredOp, at: number) => isRefusedAsGone(op) && (at === 0 || isLost(op))
  return waiting
    .filter((op, at) => op.kind === 'update' && (isStuck(op, at) || (at === 0 && op.lost)))
    .map((op) => ({ op, row }))
}

/** The server once lost the edit together with its record: that the record is back sends nothing, it only makes sending possible. */
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
