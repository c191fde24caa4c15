import type { CollectionName } from '#contract/books/collections.ts'
import type { OutboxWriteError } from '#mirror/offline-copy.ts'
import type { SessionRow } from './outbox-database.ts'
import { readOp, type StoredOp, type UnknownOp } from './stored-op.ts'

/**
 * In-memory copy of the outbox, one per tab or worker. Every committed write gets the next `stamp`
 * and is broadcast to the others, which apply changes in stamp order and reread the table only when
 * a stamp is missing.
 */
export interface OutboxImage {
  stamp: number
  /** In order of seq: seqs only grow, and replacing an entry keeps its position in the Map. */
  opsBySeq: Map<number, StoredOp>
  unknownBySeq: Map<number, UnknownOp>
  /** Entries in order by collection and record id, including acked ones still in the table. */
  pending: Map<string, Map<string, StoredOp[]>>
  session: SessionRow | null
  /** Changes received out of order, by stamp; applied once the missing ones arrive. */
  earlyChanges: Map<number, StampedChange>
}

/** One committed transaction, as sent to other tabs. */
export interface StampedChange {
  readonly stamp: number
  readonly changed: readonly unknown[]
  readonly removed: readonly number[]
  /** Parsed entries, if this thread made the change. `changed` of other tabs is parsed here. */
  readonly parsedOps?: readonly StoredOp[]
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

export function createEmptyImage(): OutboxImage {
  return {
    stamp: 0,
    opsBySeq: new Map(),
    unknownBySeq: new Map(),
    pending: new Map(),
    session: null,
    earlyChanges: new Map(),
  }
}

/** Fills the image from the table, after opening and whenever a stamp is missing. */
export function replaceImage(
  image: OutboxImage,
  table: { stamp: number; rows: readonly unknown[]; session: SessionRow | null },
): void {
  image.opsBySeq.clear()
  image.unknownBySeq.clear()
  image.pending.clear()
  for (const row of table.rows) storeRow(image, row)
  image.stamp = table.stamp
  image.session = table.session
  for (const stamp of image.earlyChanges.keys()) if (stamp <= table.stamp) image.earlyChanges.delete(stamp)
  // Apply changes that arrived during the read.
  applyConsecutiveChanges(image)
}

/**
 * Adds a change and applies all that follow the current stamp without a gap. `hasGap`: a stamp is
 * missing, so the caller should reread the table.
 */
export function applyOutboxChange(
  image: OutboxImage,
  change: StampedChange,
): { applied: OutboxChange; hasGap: boolean } {
  if (change.stamp > image.stamp) image.earlyChanges.set(change.stamp, change)
  return { applied: applyConsecutiveChanges(image), hasGap: image.earlyChanges.size > 0 }
}

function applyConsecutiveChanges(image: OutboxImage): OutboxChange {
  const entityKeys = new Set<string>()
  let isSessionChanged = false
  for (let next = image.earlyChanges.get(image.stamp + 1); next; next = image.earlyChanges.get(image.stamp + 1)) {
    image.earlyChanges.delete(next.stamp)
    image.stamp = next.stamp
    for (const seq of next.removed) dropEntry(image, seq, entityKeys)
    for (const op of next.parsedOps ?? []) entityKeys.add(storeEntry(image, op))
    for (const row of next.parsedOps ? [] : next.changed) entityKeys.add(storeRow(image, row))
    if (next.session !== undefined) {
      image.session = next.session
      isSessionChanged = true
    }
  }
  return { entityKeys, isSessionChanged }
}

/**
 * Entries of a collection by record id, in order, for folding over the mirror. Includes acked
 * entries until they are removed; the fold ignores those whose `ack.version` the confirmed row has
 * reached. An array keeps its identity until its record's entries change.
 */
export function getPendingByRecord(
  { pending }: OutboxImage,
  collection: CollectionName,
): ReadonlyMap<string, readonly StoredOp[]> {
  return pending.get(collection) ?? new Map<string, StoredOp[]>()
}

/** The entries of one record, in order. */
export function getLane(
  { pending }: OutboxImage,
  { collection, recordId }: { collection: string; recordId: string },
): readonly StoredOp[] {
  return pending.get(collection)?.get(recordId) ?? []
}

function storeRow(image: OutboxImage, row: unknown): string {
  const read = readOp(row)
  if (!read.known) {
    image.unknownBySeq.set(read.op.seq, read.op)
    return read.op.entityKey
  }
  return storeEntry(image, read.op)
}

function storeEntry(image: OutboxImage, op: StoredOp): string {
  const byRecord = image.pending.get(op.collection) ?? new Map<string, StoredOp[]>()
  image.pending.set(op.collection, byRecord)
  const before = byRecord.get(op.recordId) ?? []
  // Never mutate the old array: views compare by identity.
  const after = image.opsBySeq.has(op.seq)
    ? before.map((existing) => (existing.seq === op.seq ? op : existing))
    : [...before, op]
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
  const remainingOps = (byRecord?.get(op.recordId) ?? []).filter((entry) => entry.seq !== seq)
  if (remainingOps.length > 0) byRecord?.set(op.recordId, remainingOps)
  else byRecord?.delete(op.recordId)
}
