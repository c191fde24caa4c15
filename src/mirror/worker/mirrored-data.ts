import { type CollectionName, collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { everyRecord, type Query } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { type ChangeSeq, type ChangesPage, compareChangeSeq } from '#contract/sync/sync.ts'
import { type FoldedRecord, foldRecord } from '#mirror/live-rows/fold.ts'
import type { Outbox } from '#mirror/outbox/open-outbox.ts'
import { getPendingByRecord, type OutboxChange } from '#mirror/outbox/outbox-image.ts'
import type { StoredEntry } from '#mirror/outbox/stored-entry.ts'
import { listInCopyOrder } from '#mirror/pull/pull-changes.ts'
import { findReferredRecord, readSlots } from '#mirror/query/loaded-collection.ts'
import { createQueryEngine, type QueryEngine } from '#mirror/query/query-engine.ts'
import { type MirrorDatabase, readCollection } from '#mirror/store/mirror-database.ts'

/** The mirrored collections in memory, with the outbox applied to confirmed records. */
export interface MirroredData {
  readonly engine: QueryEngine
  readonly outbox: Outbox
  /** Collections that are completely here. */
  readonly loaded: Set<CollectionName>
  /** Records with entries applied, by `<collection>/<id>`. */
  readonly folds: Map<string, FoldedRecord>
  /** The entries last applied to each record. */
  readonly applied: Map<string, readonly StoredEntry[]>
  readonly syncPosition: SyncPosition
  /** Records whose processing is stopped 처리정지, by `<collection>/<id>`. */
  stopped: ReadonlySet<string>
}

/**
 * The position up to which confirmed records include the user's own acknowledged entries, unless
 * their record was deleted.
 */
export interface SyncPosition {
  /** Changes up to this position in the log. */
  cursor: ChangeSeq | null
  /**
   * Outbox stamp at the start of the last full copy; entries acknowledged before it are part of the
   * copy.
   */
  copyStamp: number
}

/** Slots whose display may have changed, by collection. */
export type ChangedSlots = ReadonlyMap<CollectionName, readonly number[]>

export function createMirroredData(outbox: Outbox): MirroredData {
  const engine = createQueryEngine(Object.values(mirroredCollections))
  const syncPosition = { cursor: null, copyStamp: 0 }
  return { engine, outbox, loaded: new Set(), folds: new Map(), applied: new Map(), syncPosition, stopped: new Set() }
}

/** Reads all collections from the database, small ones first. */
export async function readMirror(
  data: MirroredData,
  database: MirrorDatabase,
  onRead: (collection: CollectionName) => void,
): Promise<void> {
  for (const collection of listInCopyOrder([]).filter((name) => database.syncedBooks.collections.has(name))) {
    const { table } = data.engine.collection(collection)
    const { recent, isCopied } = await readCollection(database, collection, table.addBlock)
    for (const { id, version, row } of recent) table.confirm(id, version, row)
    refoldAll(data, collection)
    if (isCopied) data.loaded.add(collection)
    onRead(collection)
  }
}

export function markLoaded(data: MirroredData, collection: CollectionName): void {
  data.loaded.add(collection)
  refoldAll(data, collection)
}

export function confirmChanges(data: MirroredData, page: ChangesPage): ChangedSlots {
  const changed = new Map<CollectionName, number[]>()
  data.syncPosition.cursor = page.cursor
  for (const { collection, id, version, row } of page.changes) {
    const slot = data.engine.collection(collection).table.confirm(id, version, row as AnyRecord | null)
    if (slot === -1) continue
    if (data.folds.has(`${collection}/${id}`)) refold(data, collection, id)
    addSlot(changed, collection, slot)
  }
  if (page.stopped) applyStopped(data, page.stopped.records, changed)
  return changed
}

/** Marks records as changed whose processing was stopped or resumed. */
function applyStopped(data: MirroredData, records: readonly string[], changed: Map<CollectionName, number[]>): void {
  const before = data.stopped
  data.stopped = new Set(records)
  for (const key of [...before, ...data.stopped]) {
    if (before.has(key) === data.stopped.has(key)) continue
    const [collection = '', id = ''] = key.split('/')
    const slot = isCollection(collection) ? data.engine.collection(collection).table.findSlot(id) : -1
    if (isCollection(collection) && slot !== -1) addSlot(changed, collection, slot)
  }
}

/** Applies the outbox to the records whose entries changed. */
export function overlayEntries(data: MirroredData, entityKeys: OutboxChange['entityKeys']): ChangedSlots {
  const changed = new Map<CollectionName, number[]>()
  for (const key of entityKeys === 'all' ? listEntityKeys(data) : entityKeys) {
    const [collection = '', id = ''] = key.split('/')
    if (!isCollection(collection)) continue
    const slot = refold(data, collection, id)
    if (slot !== -1) addSlot(changed, collection, slot)
  }
  return changed
}

function listEntityKeys({ outbox, applied }: MirroredData): ReadonlySet<string> {
  const keys = new Set(applied.keys())
  for (const collection of collectionNames) {
    for (const id of getPendingByRecord(outbox.image, collection).keys()) keys.add(`${collection}/${id}`)
  }
  return keys
}

function refoldAll(data: MirroredData, collection: CollectionName): void {
  for (const id of getPendingByRecord(data.outbox.image, collection).keys()) refold(data, collection, id)
}

/**
 * Applies the outbox to one record again. Returns its slot, or -1 when nothing of it is visible.
 */
function refold(data: MirroredData, collection: CollectionName, id: string): number {
  const { engine, folds } = data
  const { table } = engine.collection(collection)
  const slot = table.findSlot(id)
  const confirmed = { record: slot === -1 ? null : table.readConfirmed(slot), version: table.confirmedVersion(id) }
  const entries = getEntriesToApply(data, { collection, id }, confirmed.version)
  if (entries.length === 0) {
    folds.delete(`${collection}/${id}`)
    return table.setDisplayed(id, undefined)
  }
  const folded = foldRecord(confirmed, entries)
  folds.set(`${collection}/${id}`, folded)
  if (!folded.record && slot === -1) return -1
  return table.setDisplayed(id, folded.isHidden ? null : folded.record)
}

/**
 * The entries applied to a record. An acked entry that left the outbox, because another tab's
 * mirror has it, stays here until this tab has seen the change too, since the two messages use
 * different channels. HAZARD: for a record missing from a full copy, no change ever arrives.
 */
function getEntriesToApply(
  { outbox, applied, syncPosition }: MirroredData,
  { collection, id }: { collection: CollectionName; id: string },
  confirmedVersion: number,
): readonly StoredEntry[] {
  const key = `${collection}/${id}`
  const present = getPendingByRecord(outbox.image, collection).get(id) ?? []
  const seqs = new Set(present.map(({ seq }) => seq))
  const unconfirmed = (applied.get(key) ?? []).filter(
    ({ seq, ack }) => !seqs.has(seq) && ack !== null && ack.version > confirmedVersion && !isCovered(syncPosition, ack),
  )
  const entries = unconfirmed.length === 0 ? present : [...unconfirmed, ...present]
  if (entries.length === 0) applied.delete(key)
  else applied.set(key, entries)
  return entries
}

function isCovered({ cursor, copyStamp }: SyncPosition, ack: NonNullable<StoredEntry['ack']>): boolean {
  return ack.stamp <= copyStamp || (cursor !== null && compareChangeSeq(ack.changeSeq, cursor) <= 0)
}

export function readRowInSlot(
  data: MirroredData,
  collection: CollectionName,
  { slot, isOutside = false }: { slot: number; isOutside?: boolean },
): SourceRow | null {
  const record = data.engine.collection(collection).table.displayedAt(slot)
  return record ? toSourceRow(data, collection, { record, isOutside }) : null
}

export function findRowById(data: MirroredData, collection: CollectionName, id: string): SourceRow | null {
  const { table } = data.engine.collection(collection)
  const slot = table.findSlot(id)
  const record = data.folds.get(`${collection}/${id}`)?.record ?? (slot === -1 ? null : table.displayedAt(slot))
  return record ? toSourceRow(data, collection, { record, isOutside: false }) : null
}

interface RowParts {
  record: AnyRecord
  isOutside: boolean
}

function toSourceRow(data: MirroredData, collection: CollectionName, { record, isOutside }: RowParts): SourceRow {
  const folded = data.folds.get(`${collection}/${record.id}`)
  const joined = joinRecords(collection, record, (name, id) => findReferred(data.engine, name, id))
  const display = {
    marks: folded?.marks ?? {},
    state: folded?.state ?? 'plain',
    ...(folded?.isGone && { isGone: true as const }),
    ...getStoppedFlag(data, `${collection}/${record.id}`),
  }
  return { id: record.id, record, joined, ...display, isOutside }
}

/** Superusers may edit stopped records, to correct them or because the law requires it. */
function getStoppedFlag({ stopped, outbox }: MirroredData, key: string): Pick<SourceRow, 'stopped'> {
  if (!stopped.has(key)) return {}
  return { stopped: outbox.image.session?.userInfo.is_superuser === true ? 'writable' : 'locked' }
}

/**
 * Applies the outbox to a first-page record that is not in memory yet. Null when its delete is
 * pending.
 */
export function buildStoredRow(
  data: MirroredData,
  collection: CollectionName,
  stored: { record: AnyRecord; referred: ReadonlyMap<string, AnyRecord> },
): SourceRow | null {
  const { id, version } = stored.record
  const folded = foldRecord({ record: stored.record, version }, getEntriesToApply(data, { collection, id }, version))
  if (!folded.record || folded.isHidden) return null
  const joined = joinRecords(
    collection,
    folded.record,
    (name, referredId) => stored.referred.get(referredId) ?? findReferred(data.engine, name, referredId),
  )
  const { record, marks, state } = { ...folded, record: folded.record }
  return { id, record, joined, marks, state, ...getStoppedFlag(data, `${collection}/${id}`), isOutside: false }
}

/** The record as the server confirmed it, without the outbox; null when there is none. */
export function getConfirmedRecord({ engine }: MirroredData, collection: CollectionName, id: string): AnyRecord | null {
  const { table } = engine.collection(collection)
  const slot = table.findSlot(id)
  return slot === -1 ? null : table.readConfirmed(slot)
}

/** True for a record made on this device whose create has not been pulled yet. */
export function isLocalCreate({ engine, folds }: MirroredData, collection: CollectionName, slot: number): boolean {
  const { table } = engine.collection(collection)
  const id = table.idAt(slot)
  return table.confirmedVersion(id) === 0 && folds.has(`${collection}/${id}`)
}

/** Slots of records made on this device and not pulled yet, newest first. */
export function listLocalCreates(data: MirroredData, collection: CollectionName): number[] {
  const { table } = data.engine.collection(collection)
  const slots = [...getPendingByRecord(data.outbox.image, collection).keys()].map((id) => table.findSlot(id))
  return slots.filter((slot) => slot !== -1 && isLocalCreate(data, collection, slot)).toSorted((a, b) => b - a)
}

/**
 * The existing records that a query finds, by default all in no particular order, without those
 * pending deletion. HAZARD: one object is reused for all of them, see `readSlots`.
 */
export function readExistingRecords(
  data: MirroredData,
  collection: CollectionName,
  query: Query = everyRecord,
): Iterable<AnyRecord> {
  return readSlots(data.engine.collection(collection), listExistingSlots(data, collection, query))
}

function findReferred({ collections }: QueryEngine, name: string, id: string): AnyRecord | undefined {
  const referred = collections.get(name)
  return (referred && findReferredRecord(referred, id)) ?? undefined
}

/** Slots of records whose processing is stopped 처리정지. */
export function listStoppedSlots({ engine, stopped }: MirroredData, collection: CollectionName): ReadonlySet<number> {
  const { table } = engine.collection(collection)
  const stoppedKeys = [...stopped].filter((key) => key.startsWith(`${collection}/`))
  return new Set(
    stoppedKeys.map((key) => table.findSlot(key.slice(collection.length + 1))).filter((slot) => slot !== -1),
  )
}

/** Slots of records that are still visible although they are to be deleted. */
export function listSlotsToDelete({ engine, folds }: MirroredData, collection: CollectionName): ReadonlySet<number> {
  const { table } = engine.collection(collection)
  const slots = new Set<number>()
  for (const [key, { record, state }] of folds) {
    if (state === 'deleted' && record && key.startsWith(`${collection}/`)) slots.add(table.findSlot(record.id))
  }
  return slots
}

function listExistingSlots(data: MirroredData, collection: CollectionName, query: Query): Uint32Array {
  const { engine } = data
  const slots = listSlotsToDelete(data, collection)
  const visibleSlots = engine.evaluate(collection, query)
  return slots.size === 0 ? visibleSlots : visibleSlots.filter((slot) => !slots.has(slot))
}

function joinRecords(
  collection: CollectionName,
  record: AnyRecord,
  find: (collection: string, id: string) => AnyRecord | undefined,
): SourceRow['joined'] {
  const joined: Record<string, AnyRecord | undefined> = {}
  for (const field of mirroredCollections[collection].fields) {
    if (!('refers' in field)) continue
    const id: unknown = record[field.key]
    joined[field.key] = typeof id === 'string' ? find(field.refers.collection, id) : undefined
  }
  return joined
}

function addSlot(changed: Map<CollectionName, number[]>, collection: CollectionName, slot: number): void {
  const slots = changed.get(collection) ?? []
  slots.push(slot)
  changed.set(collection, slots)
}

function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(mirroredCollections, name)
}
