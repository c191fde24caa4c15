import type { CollectionName } from '#contract/books/collections.ts'
import type { OutboxWriteError } from '#mirror/offline-copy.ts'
import { addOwnVersion, type OwnVersions } from './base-version.ts'
import type { SessionRow } from './outbox-database.ts'
import { readEntry, type StoredEntry, type UnknownEntry } from './stored-entry.ts'

/**
 * In-memory copy of the outbox, one per tab or worker. Every committed write gets the next `stamp`
 * and is broadcast to the others, which apply changes in stamp order and reread the table only when
 * a stamp is missing.
 */
export interface OutboxImage {
  stamp: number
  /** In order of seq: seqs only grow, and replacing an entry keeps its position in the Map. */
  entriesBySeq: Map<number, StoredEntry>
  unknownBySeq: Map<number, UnknownEntry>
  /** Entries in order by collection and record id, including acked ones still in the table. */
  pending: Map<string, Map<string, StoredEntry[]>>
  /** By entity key, for a limited number of records; the newest last. */
  ownVersions: Map<string, OwnVersions>
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
  readonly parsedEntries?: readonly StoredEntry[]
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
    entriesBySeq: new Map(),
    unknownBySeq: new Map(),
    pending: new Map(),
    ownVersions: new Map(),
    session: null,
    earlyChanges: new Map(),
  }
}

/** Fills the image from the table, after opening and whenever a stamp is missing. */
export function replaceImage(
  image: OutboxImage,
  table: { stamp: number; rows: readonly unknown[]; session: SessionRow | null },
): void {
  const entriesBefore = [...image.entriesBySeq.values()]
  image.entriesBySeq.clear()
  image.unknownBySeq.clear()
  image.pending.clear()
  for (const row of table.rows) storeRow(image, row)
  for (const entry of entriesBefore) if (!image.entriesBySeq.has(entry.seq)) rememberOwnVersion(image, entry)
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
    for (const entry of next.parsedEntries ?? []) entityKeys.add(storeEntry(image, entry))
    for (const row of next.parsedEntries ? [] : next.changed) entityKeys.add(storeRow(image, row))
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
): ReadonlyMap<string, readonly StoredEntry[]> {
  return pending.get(collection) ?? new Map<string, StoredEntry[]>()
}

/** The entries of one record, in order. */
export function getLane(
  { pending }: OutboxImage,
  { collection, recordId }: { collection: string; recordId: string },
): readonly StoredEntry[] {
  return pending.get(collection)?.get(recordId) ?? []
}

function storeRow(image: OutboxImage, row: unknown): string {
  const parsed = readEntry(row)
  if (!parsed.known) {
    image.unknownBySeq.set(parsed.entry.seq, parsed.entry)
    return parsed.entry.entityKey
  }
  return storeEntry(image, parsed.entry)
}

function storeEntry(image: OutboxImage, entry: StoredEntry): string {
  const byRecord = image.pending.get(entry.collection) ?? new Map<string, StoredEntry[]>()
  image.pending.set(entry.collection, byRecord)
  const before = byRecord.get(entry.recordId) ?? []
  // Never mutate the old array: views compare by identity.
  const after = image.entriesBySeq.has(entry.seq)
    ? before.map((existing) => (existing.seq === entry.seq ? entry : existing))
    : [...before, entry]
  byRecord.set(entry.recordId, after)
  image.entriesBySeq.set(entry.seq, entry)
  return entry.entityKey
}

function dropEntry(image: OutboxImage, seq: number, entityKeys: Set<string>): void {
  const entry = image.entriesBySeq.get(seq)
  image.unknownBySeq.delete(seq)
  if (!entry) return
  image.entriesBySeq.delete(seq)
  rememberOwnVersion(image, entry)
  entityKeys.add(entry.entityKey)
  const byRecord = image.pending.get(entry.collection)
  const remainingEntries = (byRecord?.get(entry.recordId) ?? []).filter((other) => other.seq !== seq)
  if (remainingEntries.length > 0) byRecord?.set(entry.recordId, remainingEntries)
  else byRecord?.delete(entry.recordId)
}

/** Far more records than anybody edits between seeing one and deciding about it. */
const maxOwnVersions = 2000

function rememberOwnVersion({ ownVersions }: OutboxImage, entry: StoredEntry): void {
  const { entityKey } = entry
  const added = addOwnVersion(ownVersions.get(entityKey), entry)
  if (!added) return
  ownVersions.delete(entityKey)
  ownVersions.set(entityKey, added)
  const [oldest] = ownVersions.keys()
  if (ownVersions.size > maxOwnVersions && oldest !== undefined) ownVersions.delete(oldest)
}
