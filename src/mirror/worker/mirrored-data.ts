import { mirroredCollections, collectionNames, type CollectionName } from '#contract/records/collections.ts'
import type { AnyRecord } from '#contract/records/field.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { ChangesPage } from '#contract/sync.ts'
import { pendingByRecord, type Outbox } from '../outbox/open-outbox.ts'
import type { StoredOp } from '../outbox/stored-op.ts'
import type { OutboxChange } from '../outbox/outbox-image.ts'
import { createQueryEngine, type QueryEngine } from '../query/evaluate.ts'
import { referredRecord } from '../query/field-view.ts'
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
  /** Lays the outbox over a record that is not in memory yet (the stored first page). Null when its delete is on the way. */
  rowOfStored(collection: CollectionName, record: AnyRecord, referred: ReadonlyMap<string, AnyRecord>): SourceRow | null
  rowById(collection: CollectionName, id: string): SourceRow | null
  /** True for a record made on this device whose create has not been pulled yet. */
  isOwnNew(collection: CollectionName, slot: number): boolean
}

export type ChangedSlots = ReadonlyMap<CollectionName, readonly number[]>

export function createMirroredData(outbox: Outbox): MirroredData {
  const engine = createQueryEngine(Object.values(mirroredCollections))
  const loaded = new Set<CollectionName>()
  const folds = new Map<string, FoldedRecord>()
  const overlays = createOverlays(outbox)

  const tableOf = (collection: CollectionName) => engine.collection(collection).table

  function refold(collection: CollectionName, id: string): number {
    const table = tableOf(collection)
    const slot = table.slotOf(id)
    const confirmed = { record: slot === -1 ? null : table.confirmedAt(slot), version: table.confirmedVersion(id) }
    const entries = overlays.entriesOf(collection, id, confirmed.version)
    if (entries.length === 0) {
      folds.delete(`${collection}/${id}`)
      return table.setSeen(id, undefined)
    }
    const folded = foldRecord(mirroredCollections[collection], confirmed, entries)
    folds.set(`${collection}/${id}`, folded)
    if (!folded.record && slot === -1) return -1
    return table.setSeen(id, folded.isHidden ? null : folded.record)
  }

  function refoldAll(collection: CollectionName): void {
    for (const id of pendingByRecord(outbox, collection).keys()) refold(collection, id)
  }

  function isLaidOver(collection: CollectionName, id: string): boolean {
    return folds.has(`${collection}/${id}`)
  }

  function joinedOf(collection: CollectionName, record: AnyRecord): SourceRow['joined'] {
    const joined: Record<string, AnyRecord | undefined> = {}
    for (const field of mirroredCollections[collection].fields) {
      if (!('refers' in field)) continue
      const referred = engine.collections.get(field.refers.collection)
      const id = record[field.key as keyof AnyRecord]
      joined[field.key] = (referred && typeof id === 'string' && referredRecord(referred, id)) || undefined
    }
    return joined
  }

  function rowOf(collection: CollectionName, record: AnyRecord, isOutside: boolean): SourceRow {
    const folded = folds.get(`${collection}/${record.id}`)
    return {
      id: record.id,
      record,
      joined: joinedOf(collection, record),
      marks: folded?.marks ?? {},
      state: folded?.state ?? 'plain',
      isOutside,
    }
  }

  return {
    engine,
    isLoaded: (collection) => loaded.has(collection),
    async load(database, onLoaded) {
      for (const collection of [...collectionNames].toSorted(groupsFirst)) {
        const table = tableOf(collection)
        const { recent, isCopied } = await readCollection(database, collection, table.addBlock)
        for (const { id, version, row } of recent) table.confirm(id, version, row)
        refoldAll(collection)
        if (isCopied) loaded.add(collection)
        onLoaded(collection)
      }
    },
    addBlock: (block) => tableOf(block.collection as CollectionName).addBlock(block),
    markLoaded(collection) {
      loaded.add(collection)
      refoldAll(collection)
    },
    confirm(page) {
      const changed = new Map<CollectionName, number[]>()
      for (const change of page.changes) {
        const slot = tableOf(change.collection).confirm(change.id, change.version, change.row as AnyRecord | null)
        if (slot === -1) continue
        if (isLaidOver(change.collection, change.id)) refold(change.collection, change.id)
        add(changed, change.collection, slot)
      }
      return changed
    },
    overlay(entityKeys) {
      const changed = new Map<CollectionName, number[]>()
      for (const { collection, id } of overlays.touched(entityKeys)) {
        const slot = refold(collection, id)
        if (slot !== -1) add(changed, collection, slot)
      }
      return changed
    },
    rowAt(collection, slot, isOutside) {
      const record = tableOf(collection).seenAt(slot)
      return record ? rowOf(collection, record, isOutside) : null
    },
    rowOfStored(collection, record, referred) {
      const entries = overlays.entriesOf(collection, record.id, record.version)
      const folded = foldRecord(mirroredCollections[collection], { record, version: record.version }, entries)
      if (!folded.record || folded.isHidden) return null
      const joined: Record<string, AnyRecord | undefined> = {}
      for (const field of mirroredCollections[collection].fields) {
        if ('refers' in field) joined[field.key] = referred.get(String(folded.record[field.key as 'id']))
      }
      return { id: record.id, record: folded.record, joined, marks: folded.marks, state: folded.state, isOutside: false }
    },
    rowById(collection, id) {
      const table = tableOf(collection)
      const slot = table.slotOf(id)
      const record = folds.get(`${collection}/${id}`)?.record ?? (slot === -1 ? null : table.seenAt(slot))
      return record ? rowOf(collection, record, false) : null
    },
    isOwnNew: (collection, slot) => {
      const id = tableOf(collection).idAt(slot)
      return tableOf(collection).confirmedVersion(id) === 0 && isLaidOver(collection, id)
    },
  }
}

function groupsFirst(a: CollectionName, b: CollectionName): number {
  return Number(b.endsWith('-groups')) - Number(a.endsWith('-groups'))
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
