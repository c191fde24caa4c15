import type { CollectionName } from '#contract/books/collections.ts'
import type { OutboxWriteError } from '../offline-copy.ts'
import type { SessionRow } from './outbox-database.ts'
import { readOp, type StoredOp, type UnknownOp } from './stored-op.ts'

/**
 * This tab's or worker's copy of the outbox in memory. Every committed write carries the next
 * `stamp` and is sent to all others over the channel; a missing stamp makes them read the table
 * again. So nobody reads the table per change, and nobody falls behind for long.
 */
export interface OutboxImage {
  stamp: number
  /** Iterates in order of seq: seqs only grow, and a changed entry keeps its place in the map. */
  opsBySeq: Map<number, StoredOp>
  unknownBySeq: Map<number, UnknownOp>
  /**
   * By collection, then record: every entry that is still in the table, acked ones included, in
   * order.
   */
  pending: Map<string, Map<string, StoredOp[]>>
  session: SessionRow | null
  /** Changes that arrived before an earlier one. */
  early: Map<number, StampedChange>
}

/** One committed transaction, as sent to other tabs. */
export interface StampedChange {
  readonly stamp: number
  readonly changed: readonly unknown[]
  readonly removed: readonly number[]
  /**
   * Entries from this thread, used as they are. Those of another tab may be of another version and
   * are parsed.
   */
  readonly own?: readonly StoredOp[]
  /** Undefined: the session was not touched; null: signed out. */
  readonly session?: SessionRow | null
}

/**
 * A change for listeners: the changed lanes (`<collection>/<id>`), or `all` after the table was
 * read again.
 */
export interface OutboxChange {
  readonly entityKeys: ReadonlySet<string> | 'all'
  readonly isSessionChanged: boolean
}

/** State of the storage; `superseded`: a newer app version upgraded the database under this tab. */
export type StorageState = 'fine' | OutboxWriteError['reason'] | 'superseded'

export function emptyImage(): OutboxImage {
  return { stamp: 0, opsBySeq: new Map(), unknownBySeq: new Map(), pending: new Map(), session: null, early: new Map() }
}

/** Replaces the image by the table, after opening and whenever a stamp is missing. */
export function replaceImage(
  image: OutboxImage,
  table: { stamp: number; rows: readonly unknown[]; session: SessionRow | null },
): void {
  image.opsBySeq.clear()
  image.unknownBySeq.clear()
  image.pending.clear()
  for (const row of table.rows) keepRow(image, row)
  image.stamp = table.stamp
  image.session = table.session
  for (const stamp of image.early.keys()) if (stamp <= table.stamp) image.early.delete(stamp)
  // Applies changes that arrived during the read; nothing else would.
  applyWhatFollows(image)
}

/**
 * Applies changes that follow the current stamp; returns what changed and whether a stamp is still
 * missing.
 */
export function applyChange(image: OutboxImage, change: StampedChange): { applied: OutboxChange; hasGap: boolean } {
  if (change.stamp > image.stamp) image.early.set(change.stamp, change)
  return { applied: applyWhatFollows(image), hasGap: image.early.size > 0 }
}

function applyWhatFollows(image: OutboxImage): OutboxChange {
  const entityKeys = new Set<string>()
  let isSessionChanged = false
  for (let next = image.early.get(image.stamp + 1); next; next = image.early.get(image.stamp + 1)) {
    image.early.delete(next.stamp)
    image.stamp = next.stamp
    for (const seq of next.removed) dropEntry(image, seq, entityKeys)
    for (const op of next.own ?? []) entityKeys.add(keepEntry(image, op))
    for (const row of next.own ? [] : next.changed) entityKeys.add(keepRow(image, row))
    if (next.session !== undefined) {
      image.session = next.session
      isSessionChanged = true
    }
  }
  return { entityKeys, isSessionChanged }
}

/**
 * Entries of a collection by record, in order, to apply over the mirror. Acked ones are included
 * until the mirror is known to hold them; once the confirmed row has reached `ack.version` they
 * have no effect. The arrays stay the same until a record's entries change.
 */
export function pendingByRecord(
  { pending }: OutboxImage,
  collection: CollectionName,
): ReadonlyMap<string, readonly StoredOp[]> {
  return pending.get(collection) ?? new Map<string, StoredOp[]>()
}

/** The entries of one record, in order. */
export function laneOf(
  { pending }: OutboxImage,
  { collection, recordId }: { collection: string; recordId: string },
): readonly StoredOp[] {
  return pending.get(collection)?.get(recordId) ?? []
}

function keepRow(image: OutboxImage, row: unknown): string {
  const read = readOp(row)
  if (!read.known) {
    image.unknownBySeq.set(read.op.seq, read.op)
    return read.op.entityKey
  }
  return keepEntry(image, read.op)
}

function keepEntry(image: OutboxImage, op: StoredOp): string {
  const byRecord = image.pending.get(op.collection) ?? new Map<string, StoredOp[]>()
  image.pending.set(op.collection, byRecord)
  const before = byRecord.get(op.recordId) ?? []
  // A new array each time, because views compare it with the old one.
  const after = image.opsBySeq.has(op.seq) ? before.map((one) => (one.seq === op.seq ? op : one)) : [...before, op]
  byRecord.set(op.recordId, after)
  image.opsBySeq.set(op.seq, op)
  return op.entityKey
}

function dropEntry(image: OutboxImage, seq: number, entityKeys: Set<string>): void {
  const op = image.opsBySeq.get(seq)
  image.unknownBySeq.delete(seq)
  if (!op) return
  image.opsBySeq.delete(seq)
  entityKeys.add(op.entityKey)
  const byRecord = image.pending.get(op.collection)
  const rest = (byRecord?.get(op.recordId) ?? []).filter((one) => one.seq !== seq)
  if (rest.length > 0) byRecord?.set(op.recordId, rest)
  else byRecord?.delete(op.recordId)
}
