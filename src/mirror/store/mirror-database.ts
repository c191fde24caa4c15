import { Dexie, type Table } from 'dexie'
import type { AnyRecord, RecordDescription } from '#contract/books/field.ts'
import type { ChangeSeq, StoppedRecords } from '#contract/sync/sync.ts'
import { collectionNames, mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import { heldEverything, type Held } from '../held/held-choice.ts'
import type { Runtime } from '../runtime.ts'
import { storedFields, type RecordBlock } from './record-block.ts'
import { sealTables } from './seal.ts'

/** Raise it when the stored format of records changes: every copy is then fetched again. */
const formatVersion = 3

/**
 * Everything stored of a collection is keyed by its shape (`shapeOf`): after a description changes,
 * the old copy is not found and only that collection is copied again. Two versions of the app may
 * share one database, each with its own shapes and log position.
 */
export interface MirrorDatabase extends Dexie {
  blocks: Table<RecordBlock & Shaped, [shape: string, first: string]>
  recent: Table<RecentRecord, [shape: string, id: string]>
  progress: Table<CopyProgress & Shaped, string>
  state: Table<MirrorState, string>
  firstPages: Table<StoredFirstPage & Shaped, string>
  readonly shapes: Readonly<Record<CollectionName, string>>
  /** Shape of all collections together: the key of the state. */
  readonly shape: string
  /** The choice it was opened with (held-mark.ts). */
  readonly held: Held
}

interface Shaped {
  shape: string
}

/** A record changed since its block was written; `row` null is a tombstone. */
export interface RecentRecord extends Shaped {
  id: string
  version: number
  row: AnyRecord | null
  /** When this device received it, milliseconds since 1970; only used to drop old tombstones. */
  at: number
}

/** Progress of the first copy of one collection. */
export interface CopyProgress {
  collection: CollectionName
  /** Id after which the next page begins; null before the first page. */
  after: string | null
  received: number
  total: number
  isDone: boolean
}

export interface MirrorState {
  /** The shape of all collections. */
  key: string
  epoch: string
  /** Every change up to this position is in the database. */
  cursor: ChangeSeq
  /** Every collection was copied and every later change was applied at least once. */
  isComplete: boolean
  /** It was complete before the device was to hold more; it answers while the rest is copied. */
  wasComplete?: true
  lastPullAt: number | null
  /** When the mirror was last compared with the server, record by record. */
  lastCheckAt: number | null
  /** The records whose processing is stopped, as last reported; absent before the first report. */
  stopped?: StoppedRecords
}

/** The first rows of the last view without search, so that the next start shows data at once. */
export interface StoredFirstPage {
  collection: CollectionName
  /** The query as JSON. */
  query: string
  total: number
  /** The server counted no further than `total`. */
  isAtLeast?: true
  rows: AnyRecord[]
  /** The records the rows refer to, of all collections. */
  referred: AnyRecord[]
}

/**
 * Opens one generation of a user's mirror. Durability is relaxed on purpose: what a power cut loses
 * is fetched again. When another tab deletes or upgrades the database, Dexie closes it here on
 * `versionchange`.
 */
export function openMirrorDatabase(runtime: Runtime, name: string, held: Held = heldEverything): MirrorDatabase {
  const database = new Dexie(name, {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    chromeTransactionDurability: 'relaxed',
    cache: 'disabled',
  })
  database.version(1).stores({
    blocks: '[shape+first]',
    recent: '[shape+id]',
    progress: 'shape',
    state: 'key',
    firstPages: 'shape',
  })
  sealTables(database, ['blocks', 'recent', 'firstPages'], runtime.seals?.mirror)
  // Data stored in the clear or under a dropped key has another shape and is copied again.
  const ending = runtime.seals ? `.${runtime.seals.mirror.keyId}` : ''
  const shapes = Object.fromEntries(
    collectionNames.map((each) => [each, `${shapeOf(mirroredCollections[each])}${ending}`]),
  )
  return Object.assign(database, { shapes, shape: hashOf(Object.values(shapes).join()), held }) as MirrorDatabase
}

/**
 * Name and hash of what the mirror stores of such records: the fields, and which of them are
 * searched.
 */
function shapeOf(description: RecordDescription): string {
  const kept = storedFields(description).map(({ key, kind }) => [key, kind])
  const searched = description.fields.filter((field) => field.searched).map(({ key }) => key)
  return `${description.name}.${hashOf(JSON.stringify([kept, searched]))}`
}

function hashOf(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return (hash >>> 0).toString(36)
}

/** Prefix of every mirror's name, for any user. */
export const anyMirrorPrefix = 'mirror-'

/**
 * `mirror-<uid>.<format>.<generation>`; a rebuild writes into the next generation while the old one
 * still answers.
 */
export function mirrorName(userId: string, generation: number): string {
  return `${mirrorPrefix(userId)}${generation}`
}

/**
 * This user's generations in the current format, ascending, and the names of mirrors in other
 * formats.
 */
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
  return `${anyMirrorPrefix}${userId}.${formatVersion}.`
}
