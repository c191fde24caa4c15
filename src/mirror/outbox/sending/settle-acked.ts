import { getBook } from '#contract/books/collections.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { type ChangeSeq, compareChangeSeq } from '#contract/sync/sync.ts'
import { isQuotaError } from '#mirror/store/is-quota-error.ts'
import { type Outbox, trimRows } from '../open-outbox.ts'
import type { SentRow } from '../outbox-database.ts'
import type { StoredEntry } from '../stored-entry.ts'
import { withConnection, writeOutbox } from '../write-outbox.ts'
import { isFulfilled } from './settle-response.ts'

/** Entries removed per transaction, so that an edit never waits long for them. */
const maxRemovedPerTransaction = 200

/**
 * Removes acknowledged entries that the mirror holds: those whose log position the pull has passed.
 * Call it after the transaction that stored rows and cursor has completed.
 */
export async function settleAcked(outbox: Outbox, cursor: ChangeSeq): Promise<void> {
  await removeAcked(outbox, (entry) => entry.ack !== null && compareChangeSeq(entry.ack.changeSeq, cursor) <= 0)
}

/** The outbox position; read it before requesting the first page of a full copy. */
export function getAckMark(outbox: Outbox): number {
  return outbox.image.stamp
}

/**
 * After a full copy, removes what was acknowledged before its first page was requested, at any log
 * position. (A restored server's log starts over, and old positions are meaningless.)
 */
export async function settleCopied(outbox: Outbox, mark: number): Promise<void> {
  await removeAcked(outbox, (entry) => entry.ack !== null && entry.ack.stamp <= mark)
}

async function removeAcked(outbox: Outbox, isInMirror: (entry: StoredEntry) => boolean): Promise<void> {
  const isRemovable = (entry: StoredEntry) => entry.state === 'acked' && isInMirror(entry)
  const count = [...outbox.image.entriesBySeq.values()].filter(isRemovable).length
  for (let from = 0; from < count; from += maxRemovedPerTransaction) {
    // On a full device they are removed without being remembered.
    await removePart(outbox, isRemovable, rememberSent).catch((error: unknown) => {
      if (!isQuotaError(error)) throw error
      return removePart(outbox, isRemovable, async () => undefined)
    })
  }
}

async function removePart(
  outbox: Outbox,
  isRemovable: (entry: StoredEntry) => boolean,
  onSettled: typeof rememberSent,
): Promise<void> {
  await writeOutbox(outbox, async (write) => {
    const part = (await write.entries(isRemovable)).slice(0, maxRemovedPerTransaction)
    for (const entry of part) write.remove(entry)
    await onSettled(outbox, part)
  })
}

/**
 * Long enough to notice that a server must be restored, and far less than the server remembers an
 * opId (180 days).
 */
const sentMemoryMs = 14 * dayMs

/**
 * Remembers edits that leave the outbox because the mirror holds them. Call it inside the
 * transaction that removes them.
 */
export async function rememberSent({ db, runtime }: Outbox, settled: readonly StoredEntry[]): Promise<void> {
  const now = runtime.now()
  // The server has no write to compare a fulfilled entry with.
  const compared = settled.filter((entry) => !getBook(entry.collection).leavesNoCopy && !isFulfilled(entry))
  const rows = compared.map((entry) => toSentRow(entry, now))
  if (rows.length === 0) return
  await db.sent.bulkPut(rows)
  await trimRows(db.sent, { index: 'ackedAt', before: now - sentMemoryMs })
}

export function toSentRow(entry: StoredEntry, ackedAt: number): SentRow {
  const { opId, seq, kind, collection, recordId, changes, caption, actId, createdAt } = entry
  return { opId, seq, kind, collection, recordId, changes, caption, actId, createdAt, ackedAt }
}

/** The remembered edits that can be checked against the server, in order of entry. */
export async function readSent(outbox: Outbox): Promise<readonly SentRow[]> {
  const rows = await withConnection(outbox, () => outbox.db.sent.toArray())
  return rows.filter(({ ackedAt }) => outbox.runtime.now() - ackedAt <= sentMemoryMs)
}
