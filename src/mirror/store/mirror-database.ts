import { Dexie, type Table } from 'dexie'
import { type CollectionName, collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord, RecordDescription } from '#contract/books/field.ts'
import type { ChangeSeq, StoppedRecords } from '#contract/sync/sync.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { allBooksSynced, type SyncedBooks } from '#mirror/synced-books/sync-choice.ts'
import { limitOperations } from './limit-operations.ts'
import type { RecordBlock } from './record-block.ts'
import { listStoredFields } from './record-columns.ts'
import { sealTables } from './seal.ts'

/** Raise it when the stored format of records changes: every copy is then fetched again. */
const formatVersion = 3

/**
 * Everything stored of a collection is keyed by its shape (`describeShape`): after a description
 * changes, the old copy is not found and only that collection is copied again. Two versions of the
 * app may share one database, each with its own shapes and log position.
 */
export interface MirrorDatabase extends Dexie {
  blocks: Table<RecordBlock & ShapedRow, [shape: string, first: string]>
  recent: Table<RecentChange, [shape: string, id: string]>
  progress: Table<CopyProgress & ShapedRow, string>
  state: Table<MirrorState, string>
  firstPages: Table<StoredFirstPage & ShapedRow, string>
  readonly shapes: Readonly<Record<CollectionName, string>>
  /** Shape of all collections together: the key of the state. */
  readonly shape: string
  /** The choice it was opened with (write-mirror.ts). */
  readonly syncedBooks: SyncedBooks
}

interface ShapedRow {
  shape: string
}

/** A record changed since its block was written; `row` null is a tombstone. */
export interface RecentChange extends ShapedRow {
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
  /**
   * It was complete before the device was to hold more; it serves reads while the rest is copied.
   */
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
export function openMirrorDatabase(
  runtime: Runtime,
  name: string,
  syncedBooks: SyncedBooks = allBooksSynced,
): MirrorDatabase {
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
  limitOperations(database)
  sealTables(database, ['blocks', 'recent', 'firstPages'], runtime.seals?.mirror)
  // Data stored in the clear or under a dropped key has another shape and is copied again.
  const ending = runtime.seals ? `.${runtime.seals.mirror.keyId}` : ''
  const shapes = Object.fromEntries(
    collectionNames.map((collection) => [collection, `${describeShape(mirroredCollections[collection])}${ending}`]),
  )
  return Object.assign(database, {
    shapes,
    shape: hashText(Object.values(shapes).join()),
    syncedBooks,
  }) as MirrorDatabase
}

/**
 * Name and hash of what the mirror stores of such records: the fields, and which of them are
 * searched.
 */
function describeShape(description: RecordDescription): string {
  const storedShape = listStoredFields(description).map(({ key, kind }) => [key, kind])
  const searched = description.fields.filter((field) => field.searched).map(({ key }) => key)
  return `${description.name}.${hashText(JSON.stringify([storedShape, searched]))}`
}

function hashText(text: string): string {
  let hash = 0
  for (let index = 0; index < text.length; index++) hash = (Math.imul(hash, 31) + text.charCodeAt(index)) | 0
  return (hash >>> 0).toString(36)
}

/** Prefix of every mirror's name, for any user. */
const anyMirrorPrefix = 'mirror-'

/**
 * `mirror-<uid>.<format>.<generation>`; a rebuild writes into the next generation while the old one
 * still answers.
 */
export function buildMirrorName(userId: string, generation: number): string {
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

interface ListedGenerations {
  generations: number[]
  outdated: string[]
}

function mirrorPrefix(userId: string): string {
  return `${anyMirrorPrefix}${userId}.${formatVersion}.`
}

/** How long another tab with an open connection may take to close it. */
const timeoutMs = 3_000

const pollMs = 250

/**
 * Removes the mirrors of all users except `keptUserIds()` (user ids, read again on every pass), of
 * every shape and generation; returns whether they are gone. Their content can be fetched again.
 * Close the signed-out user's tabs first.
 */
export function removeMirrors(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  keptUserIds: () => readonly string[],
): Promise<boolean> {
  return deleteDatabases(
    runtime,
    (name) =>
      name.startsWith(anyMirrorPrefix) &&
      !keptUserIds().some((userId) => name.startsWith(`${anyMirrorPrefix}${userId}.`)),
  )
}

/**
 * Deletes this origin's databases selected by `shouldRemove`; returns whether they are gone. Gives
 * up after a few seconds: the browser deletes a database held by another tab once that closes it,
 * or the next call does. Checks again after a deletion, because a tab that was just writing may
 * reopen its database before it learns that it is over.
 */
export async function deleteDatabases(
  runtime: Pick<Runtime, 'indexedDB' | 'now' | 'wait'>,
  shouldRemove: (name: string) => boolean,
): Promise<boolean> {
  const end = runtime.now() + timeoutMs
  const underWay = new Set<string>()
  for (let isFirst = true; ; isFirst = false) {
    const names = (await runtime.indexedDB.databases()).map(({ name }) => name ?? '').filter(shouldRemove)
    if (names.length === 0) return true
    for (const name of names) if (!underWay.has(name)) startRemoval(runtime, { name, underWay })
    if (!isFirst && runtime.now() >= end) return false
    await runtime.wait(pollMs)
  }
}

/** One request per database: a second would wait behind the first. */
function startRemoval(
  { indexedDB }: Pick<Runtime, 'indexedDB'>,
  { name, underWay }: { name: string; underWay: Set<string> },
): void {
  underWay.add(name)
  const request = indexedDB.deleteDatabase(name)
  const onRemoved = () => underWay.delete(name)
  request.addEventListener('success', onRemoved)
  request.addEventListener('error', onRemoved)
}

interface StoredCollection {
  recent: RecentChange[]
  isCopied: boolean
}

/**
 * Blocks per read: small enough that the first are unpacked while the next are read, large enough
 * to save round trips.
 */
const blocksPerRead = 16

/**
 * Reads a collection in one transaction, so that a fold in another tab is seen completely or not at
 * all. Passes on the blocks in id order and returns the records changed since.
 */
export function readCollection(
  database: MirrorDatabase,
  collection: CollectionName,
  onBlock: (block: RecordBlock) => void,
): Promise<StoredCollection> {
  return database.transaction('r', database.blocks, database.recent, database.progress, async () => {
    const shape = database.shapes[collection]
    const isCopied = (await database.progress.get(shape))?.isDone ?? false
    let after = ''
    for (;;) {
      const blocks = await database.blocks
        .where('[shape+first]')
        .between([shape, after], [shape, Dexie.maxKey], false, true)
        .limit(blocksPerRead)
        .toArray()
      for (const block of blocks) onBlock(block)
      after = blocks.at(-1)?.first ?? after
      if (blocks.length < blocksPerRead) break
    }
    const recent = await database.recent
      .where('[shape+id]')
      .between([shape, Dexie.minKey], [shape, Dexie.maxKey])
      .toArray()
    return { recent, isCopied }
  })
}

export async function readState(database: MirrorDatabase): Promise<MirrorState | null> {
  return (await database.state.get(database.shape)) ?? null
}

/** Null before the first page. */
export async function readProgress(database: MirrorDatabase, collection: CollectionName): Promise<CopyProgress | null> {
  return (await database.progress.get(database.shapes[collection])) ?? null
}

export async function readFirstPage(
  database: MirrorDatabase,
  collection: CollectionName,
  query: string,
): Promise<StoredFirstPage | null> {
  const page = await database.firstPages.get(database.shapes[collection])
  return page?.query === query ? page : null
}
