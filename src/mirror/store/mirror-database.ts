import { Dexie, type Table } from 'dexie'
import type { AnyRecord } from '#contract/records/field.ts'
import type { ChangeSeq } from '#contract/sync.ts'
import { mirroredCollections, type CollectionName } from '#contract/records/collections.ts'
import type { Runtime } from '../runtime.ts'
import { storedFields, type RecordBlock } from './record-block.ts'

/** Raised when the shape of what is stored changes; a change of the record descriptions changes the name by itself. */
const formatVersion = 1

export interface MirrorDatabase extends Dexie {
  blocks: Table<RecordBlock, [collection: string, first: string]>
  recent: Table<RecentRecord, [collection: string, id: string]>
  progress: Table<CopyProgress, string>
  state: Table<MirrorState, 'mirror'>
  firstPages: Table<StoredFirstPage, string>
}

/** A record changed since its block was written; `row` null is a tombstone. */
export interface RecentRecord {
  collection: CollectionName
  id: string
  version: number
  row: AnyRecord | null
  /** When this device learnt of it, milliseconds since 1970; only to forget old tombstones. */
  at: number
}

/** How far the first copy of one collection is. */
export interface CopyProgress {
  collection: CollectionName
  /** Id after which the next page begins; null before the first page. */
  after: string | null
  received: number
  total: number
  isDone: boolean
}

export interface MirrorState {
  key: 'mirror'
  epoch: string
  /** Every change at or before this place is in the database. */
  cursor: ChangeSeq
  /** Every collection was copied and every change since was applied at least once. */
  isComplete: boolean
  lastPullAt: number | null
  /** When the mirror was last compared with the server, record by record. */
  lastCheckAt: number | null
}

/** The first rows of the view a person saw last without search, so that the next start shows data at once. */
export interface StoredFirstPage {
  collection: CollectionName
  /** The query as JSON. */
  query: string
  total: number
  rows: AnyRecord[]
  /** The records the rows refer to, by collection. */
  referred: AnyRecord[]
}

/**
 * Opens one generation of a user's mirror. Durability is relaxed on purpose: what a power cut takes is fetched again. Another tab that deletes or upgrades
 * the database closes it here too, which Dexie does by itself on `versionchange`.
 */
export function openMirrorDatabase(runtime: Runtime, name: string): MirrorDatabase {
  const database = new Dexie(name, {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    chromeTransactionDurability: 'relaxed',
    cache: 'disabled',
  }) as MirrorDatabase
  database.version(1).stores({
    blocks: '[collection+first]',
    recent: '[collection+id]',
    progress: 'collection',
    state: 'key',
    firstPages: 'collection',
  })
  return database
}

/** What every mirror's name begins with, whoever's it is. */
export const anyMirrorPrefix = 'mirror-'

/** `mirror-<uid>.<shape>.<generation>`; a rebuild writes into the next generation while the old one still answers. */
export function mirrorName(userId: string, generation: number): string {
  return `${mirrorPrefix(userId)}${generation}`
}

/** The generations of this user and of this shape that exist on the device, ascending, and the names of those of other shapes. */
export async function listGenerations(runtime: Runtime, userId: string): Promise<ListedGenerations> {
  const names = (await runtime.indexedDB.databases()).map(({ name }) => name ?? '')
  const prefix = mirrorPrefix(userId)
  const current = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => Number(name.slice(prefix.length)))
    .filter((generation) => Number.isInteger(generation))
  const outdated = names.filter((name) => name.startsWith(`${anyMirrorPrefix}${userId}.`) && !name.startsWith(prefix))
  return { generations: current.toSorted((a, b) => a - b), outdated }
}

export interface ListedGenerations {
  generations: number[]
  outdated: string[]
}

function mirrorPrefix(userId: string): string {
  return `${anyMirrorPrefix}${userId}.${formatVersion}${shapeOfDescriptions()}.`
}

/** A short hash of every mirrored field: with another field the copies on the devices are of no use and are fetched again. */
function shapeOfDescriptions(): string {
  const shape = JSON.stringify(
    Object.values(mirroredCollections).map((description) => [
      description.name,
      storedFields(description).map(({ key, kind }) => [key, kind]),
      description.fields.filter((field) => 'searched' in field).map(({ key }) => key),
    ]),
  )
  let hash = 0
  for (let index = 0; index < shape.length; index++) hash = (Math.imul(hash, 31) + shape.charCodeAt(index)) | 0
  return (hash >>> 0).toString(36)
}
