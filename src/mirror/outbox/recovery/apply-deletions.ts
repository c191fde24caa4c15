import { type CollectionName, getBook } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { problem } from '#contract/problem.ts'
import { retryEntry } from '../entries/repair-entry.ts'
import type { Outbox } from '../open-outbox.ts'
import { getLane } from '../outbox-image.ts'
import { isLost, isRefusedAsGone, isUnsettled, type StoredEntry } from '../stored-entry.ts'
import { writeOutbox } from '../write-outbox.ts'

/** A record as the server reports it; `row` is null when it was deleted. */
interface IncomingChange {
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
      const entry = await write.getBySeq(seq)
      if (entry && isUnsettled(entry)) write.put({ ...entry, lost: record })
    }
    for (const { entry: snapshot, row } of restored) {
      const entry = await write.getBySeq(snapshot.seq)
      if (entry) write.put(isLost(entry) ? reofferToUser(entry, row) : withoutLost(entry))
    }
  })
  for (const { entry } of restored) if (isRefusedAsGone(entry) && !isLost(entry)) await retryEntry(outbox, entry.opId)
}

interface RestoredEdit {
  readonly entry: StoredEntry
  readonly row: AnyRecord
}

function listEditsToRestore(waiting: readonly StoredEntry[], row: AnyRecord): RestoredEdit[] {
  const isStuck = (entry: StoredEntry, index: number) => isRefusedAsGone(entry) && (index === 0 || isLost(entry))
  return waiting
    .filter((entry, index) => entry.kind === 'update' && (isStuck(entry, index) || (index === 0 && entry.lost)))
    .map((entry) => ({ entry, row }))
}

/**
 * Rebases an edit that the server lost in a restore onto the restored record. It stays refused
 * (`restored`), so the user decides whether to send it.
 */
function reofferToUser(entry: StoredEntry, row: AnyRecord): StoredEntry {
  const changes = Object.fromEntries(
    Object.entries(entry.changes).map(([key, change]) => [key, { old: row[key] ?? null, new: change.new }]),
  )
  return { ...withoutLost(entry), changes, baseVersion: row.version, problem: problem('restored') }
}

function withoutLost(entry: StoredEntry): StoredEntry {
  const { lost: _lost, ...rest } = entry
  return rest
}
