import { mirroredCollections, collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { ChangesPage } from '#contract/sync.ts'
import { pendingByRecord, type Outbox } from '../outbox/open-outbox.ts'
import type { StoredOp } from '../outbox/stored-op.ts'
import type { OutboxChange } from '../outbox/outbox-image.ts'
import { copyOrder } from '../pull/copy-order.ts'
import { createQueryEngine, type QueryEngine } from '../query/evaluate.ts'
import { referredRecord } from '../query/field-view.ts'
import { readRows } from '../query/row-reader.ts'
import type { MirrorDatabase } from '../store/mirror-database.ts'
import { readCollection } from '../store/read-mirror.ts'
import type { RecordBlock } from '../store/record-block.ts'
import { foldRecord, type FoldedRecord } from '../view/fold.ts'

/** Everything the user may see of the mirrored collections, in memory: what was confirmed, with the outbox laid over it. */
export interface MirroredData {
  readonly engine: QueryEngine
  isLoaded(collection: CollectionName): boolean
  /** Reads all collections from the database, small ones first. */
  load(database: MirrorDatabase, onLoaded: (collection: CollectionName) => void): Promise<void>
  addBlock(block: RecordBlock): void
  markLoaded(collection: CollectionName): void
  /** Both answer the slots that may look different now, by collection. */
  confirm(page: ChangesPage): ChangedSlots
  overlay(change: OutboxChange['entityKeys']): ChangedSlots
  rowAt(collection: CollectionName, slot: number, isOutside: boolean): SourceRow | null
  /** Lays the outbox over a record that is not in memory yet (of a first page). Null when its delete is on the way. */
  rowOfStored(collection: CollectionName, record: AnyRecord, referred: ReadonlyMap<string, AnyRecord>): SourceRow | null
  rowById(collection: CollectionName, id: string): SourceRow | null
  /** As the server confirmed it, without the outbox; null when there is none (any more). */
  confirmedRecord(collection: CollectionName, id: string): AnyRecord | null
  /** Every record that stands, in no order, those whose delete was refused left out. HAZARD: one object shows them all, see `readRows`. */
  recordsOf(collection: CollectionName): Iterable<AnyRecord>
  /** True for a record made on this device whose create has not been pulled yet. */
  isOwnNew(collection: CollectionName, slot: number): boolean
  /** Slots of such records, the newest first. */
  ownNewSlots(collection: CollectionName): number[]
}

export type ChangedSlots = ReadonlyMap<CollectionName, readonly number[]>

interface DataState {
  readonly engine: QueryEngine
  readonly outbox: Outbox
  readonly overlays: Overlays
  readonly loaded: Set<CollectionName>
  /** Records with entries on top, by `<collection>/<id>`. */
  readonly folds: Map<string, FoldedRecord>
}

export function createMirroredData(outbox: Outbox): MirroredData {
  const engine = createQueryEngine(Object.values(mirroredCollections))
  const data: DataState = { engine, outbox, overlays: createOverlays(outbox), loaded: new Set(), folds: new Map() }
  return {
    engine,
    isLoaded: (collection) => data.loaded.has(collection),
    load: (database, onLoaded) => load(data, database, onLoaded),
    addBlock: (block) => engine.collection(block.collection).table.addBlock(block),
    markLoaded(collection) {
      data.loaded.add(collection)
      refoldAll(data, collection)
    },
    confirm: (page) => confirm(data, page),
    overlay: (entityKeys) => overlay(data, entityKeys),
    rowAt(collection, slot, isOutside) {
      const record = engine.collection(collection).table.seenAt(slot)
      return record ? rowOf(data, collection, { record, isOutside }) : null
    },
    rowOfStored: (collection, record, referred) => rowOfStored(data, collection, { record, referred }),
    rowById: (collection, id) => rowById(data, collection, id),
    confirmedRecord(collection, id) {
      const { table } = engine.collection(collection)
      const slot = table.slotOf(id)
      return slot === -1 ? null : table.confirmedAt(slot)
    },
    recordsOf: (collection) => readRows(engine.collection(collection), standingSlots(data, collection)),
    isOwnNew: (collection, slot) => isOwnNew(data, collection, slot),
    ownNewSlots(collection) {
      const ids = [...pendingByRecord(outbox, collection).keys()]
      const slots = ids.map((id) => engine.collection(collection).table.slotOf(id))
      return slots.filter((slot) => slot !== -1 && isOwnNew(data, collection, slot)).toSorted((a, b) => b - a)
    },
  }
}

function isOwnNew({ engine, folds }: DataState, collection: CollectionName, slot: number): boolean {
  const { table } = engine.collection(collection)
  const id = table.idAt(slot)
  return table.confirmedVersion(id) === 0 && folds.has(`${collection}/${id}`)
}

async function load(
  data: DataState,
  database: MirrorDatabase,
  onLoaded: (collection: CollectionName) => void,
): Promise<void> {
  for (const collection of copyOrder([])) {
    const { table } = data.engine.collection(collection)
    const { recent, isCopied } = await readCollection(database, collection, table.addBlock)
    for (const { id, version, row } of recent) table.confirm(id, version, row)
    refoldAll(data, collection)
    if (isCopied) data.loaded.add(collection)
    onLoaded(collection)
  }
}

function refoldAll(data: DataState, collection: CollectionName): void {
  for (const id of pendingByRecord(data.outbox, collection).keys()) refold(data, collection, id)
}

/** Lays the outbox over one record anew; answers its slot, or -1 when nothing of it is to be seen. */
function refold({ engine, overlays, folds }: DataState, collection: CollectionName, id: string): number {
  const { table } = engine.collection(collection)
  const slot = table.slotOf(id)
  const confirmed = { record: slot === -1 ? null : table.confirmedAt(slot), version: table.confirmedVersion(id) }
  const entries = overlays.entriesOf(collection, id, confirmed.version)
  if (entries.length === 0) {
    folds.delete(`${collection}/${id}`)
    return table.setSeen(id, undefined)
  }
  const folded = foldRecord(confirmed, entries)
  folds.set(`${collection}/${id}`, folded)
  if (!folded.record && slot === -1) return -1
  return table.setSeen(id, folded.isHidden ? null : folded.record)
}

function confirm(data: DataState, page: ChangesPage): ChangedSlots {
  const changed = new Map<CollectionName, number[]>()
  for (const { collection, id, version, row } of page.changes) {
    const slot = data.engine.collection(collection).table.confirm(id, version, row as AnyRecord | null)
    if (slot === -1) continue
    if (data.folds.has(`${collection}/${id}`)) refold(data, collection, id)
    add(changed, collection, slot)
  }
  return changed
}

function overlay(data: DataState, entityKeys: OutboxChange['entityKeys']): ChangedSlots {
  const changed = new Map<CollectionName, number[]>()
  for (const { collection, id } of data.overlays.touched(entityKeys)) {
    const slot = refold(data, collection, id)
    if (slot !== -1) add(changed, collection, slot)
  }
  return changed
}

interface RowParts {
  record: AnyRecord
  isOutside: boolean
}

function rowOf(data: DataState, collection: CollectionName, { record, isOutside }: RowParts): SourceRow {
  const folded = data.folds.get(`${collection}/${record.id}`)
  const joined = joinRecords(collection, record, (name, id) => referredIn(data.engine, name, id))
  const stands = {
    marks: folded?.marks ?? {},
    state: folded?.state ?? 'plain',
    ...(folded?.isGone && { isGone: true as const }),
  }
  return { id: record.id, record, joined, ...stands, isOutside }
}

function rowOfStored(
  { engine, overlays }: DataState,
  collection: CollectionName,
  stored: { record: AnyRecord; referred: ReadonlyMap<string, AnyRecord> },
): SourceRow | null {
  const { id, version } = stored.record
  const entries = overlays.entriesOf(collection, id, version)
  const folded = foldRecord({ record: stored.record, version }, entries)
  if (!folded.record || folded.isHidden) return null
  const joined = joinRecords(
    collection,
    folded.record,
    (name, referredId) => stored.referred.get(referredId) ?? referredIn(engine, name, referredId),
  )
  return { id, record: folded.record, joined, marks: folded.marks, state: folded.state, isOutside: false }
}

function rowById(data: DataState, collection: CollectionName, id: string): SourceRow | null {
  const { table } = data.engine.collection(collection)
  const slot = table.slotOf(id)
  const record = data.folds.get(`${collection}/${id}`)?.record ?? (slot === -1 ? null : table.seenAt(slot))
  return record ? rowOf(data, collection, { record, isOutside: false }) : null
}

function referredIn({ collections }: QueryEngine, name: string, id: string): AnyRecord | undefined {
  const referred = collections.get(name)
  return (referred && referredRecord(referred, id)) ?? undefined
}

function standingSlots({ engine, folds }: DataState, collection: CollectionName): Uint32Array {
  const { table } = engine.collection(collection)
  const going = new Set<number>()
  for (const [key, { record, state }] of folds) {
    if (state === 'deleted' && record && key.startsWith(`${collection}/`)) going.add(table.slotOf(record.id))
  }
  const shown = engine.evaluate(collection, { filters: [], search: '', sort: [] })
  return going.size === 0 ? shown : shown.filter((slot) => !going.has(slot))
}

function joinRecords(
  collection: CollectionName,
  record: AnyRecord,
  find: (collection: string, id: string) => AnyRecord | undefined,
): SourceRow['joined'] {
  const joined: Record<string, AnyRecord | undefined> = {}
  for (const field of mirroredCollections[collection].fields) {
    if (!('refers' in field)) continue
    const id: unknown = record[field.key as keyof AnyRecord]
    joined[field.key] = typeof id === 'string' ? find(field.refers.collection, id) : undefined
  }
  return joined
}

function add(changed: Map<CollectionName, number[]>, collection: CollectionName, slot: number): void {
  const slots = changed.get(collection) ?? []
  slots.push(slot)
  changed.set(collection, slots)
}

interface Overlays {
  entriesOf(collection: CollectionName, id: string, confirmedVersion: number): readonly StoredOp[]
  /** The records to fold again after a change of the outbox. */
  touched(entityKeys: OutboxChange['entityKeys']): { collection: CollectionName; id: string }[]
}

/**
 * The entries that lie over each record. An acked entry that left the outbox because another tab's mirror holds it stays here until this tab has heard of
 * the change too: the two pieces of news travel on different channels.
 */
function createOverlays(outbox: Outbox): Overlays {
  const before = new Map<string, readonly StoredOp[]>()

  function entriesOf(collection: CollectionName, id: string, confirmedVersion: number): readonly StoredOp[] {
    const key = `${collection}/${id}`
    const present = pendingByRecord(outbox, collection).get(id) ?? []
    const seqs = new Set(present.map(({ seq }) => seq))
    const lingering = (before.get(key) ?? []).filter(
      (entry) => !seqs.has(entry.seq) && entry.ack !== null && entry.ack.version > confirmedVersion,
    )
    const entries = lingering.length === 0 ? present : [...lingering, ...present]
    if (entries.length === 0) before.delete(key)
    else before.set(key, entries)
    return entries
  }

  return {
    entriesOf,
    touched(entityKeys) {
      const keys = new Set<string>(entityKeys === 'all' ? before.keys() : entityKeys)
      if (entityKeys === 'all') {
        for (const collection of collectionNames) {
          for (const id of pendingByRecord(outbox, collection).keys()) keys.add(`${collection}/${id}`)
        }
      }
      return [...keys].flatMap((key) => {
        const [collection = '', id = ''] = key.split('/')
        return isCollection(collection) ? [{ collection, id }] : []
      })
    },
  }
}

function isCollection(name: string): name is CollectionName {
  return Object.hasOwn(mirroredCollections, name)
}
