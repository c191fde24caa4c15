import type { CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { Outbox } from './open-outbox.ts'
import { pendingIn } from './outbox-image.ts'
import { retryEntry } from './repair-entry.ts'
import { isRefusedAsGone } from './standing-together.ts'
import { isUnsettled, type StoredOp } from './stored-op.ts'
import { writeOutbox } from './write-outbox.ts'

/** What the server says of a record: `row` null when it was deleted. */
export interface ComingChange {
  readonly collection: CollectionName
  readonly id: string
  readonly row: unknown
}

/**
 * Looks at changes of the server before the mirror takes them in. Of a deleted record that has edits waiting, the values are kept with the first of them: the
 * mirror lets them go, and a person who has to decide about the edits needs them all. Edits of a record that came back (its deletion was undone) go out again by
 * themselves: nothing is left to decide.
 * `standing`: the record as the mirror holds it, null where it does not.
 * @throws OutboxWriteError when the device could not keep the values; the changes must not be taken in then
 */
export async function heedDeletions(
  outbox: Outbox,
  changes: readonly ComingChange[],
  standing: (collection: CollectionName, id: string) => AnyRecord | null,
): Promise<void> {
  const lost = new Map<number, AnyRecord>()
  const returned: StoredOp[] = []
  for (const { collection, id, row } of changes) {
    const first = pendingIn(outbox.image, collection).get(id)?.find(isUnsettled)
    if (first?.kind !== 'update') continue
    if (row !== null && (first.lost || isRefusedAsGone(first))) returned.push(first)
    const record = row === null && !first.lost && !holdsPeople.has(collection) ? standing(collection, id) : null
    if (record) lost.set(first.seq, record)
  }
  if (lost.size + returned.length === 0) return
  await writeOutbox(outbox, async (write) => {
    for (const [seq, record] of lost) {
      const op = await write.getBySeq(seq)
      if (op && isUnsettled(op)) write.put({ ...op, lost: record })
    }
    for (const { seq } of returned) {
      const op = await write.getBySeq(seq)
      if (op) write.put(withoutLost(op))
    }
  })
  for (const op of returned.filter(isRefusedAsGone)) await retryEntry(outbox, op.opId)
}

/** Inquiries are deleted because a visitor may ask for it: no copy of one may stay behind on a device. */
const holdsPeople: ReadonlySet<CollectionName> = new Set(['inquiries'])

function withoutLost(op: StoredOp): StoredOp {
  const { lost: _lost, ...rest } = op
  return rest
}
