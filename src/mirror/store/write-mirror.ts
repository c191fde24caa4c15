import { Dexie, type PromiseExtended, type Table } from 'dexie'
import { type CollectionName, collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { type ChangesPage, compareChangeSeq, type RowsPage } from '#contract/sync/sync.ts'
import type { SyncedBooks } from '#mirror/synced-books/sync-choice.ts'
import type { CopyProgress, MirrorDatabase, MirrorState, RecentChange, StoredFirstPage } from './mirror-database.ts'
import { packBlock, packColumns, readRecordInBlock, type RecordBlock, unpackColumns } from './record-block.ts'

/** The block of a page of a first copy; null for an empty page. */
export function packPage(collection: CollectionName, page: RowsPage): RecordBlock | null {
  return page.columns.id.length > 0 ? packColumns(mirroredCollections[collection], page.columns) : null
}

/**
 * Writes one page of a first copy as a block, together with the copy's progress, in one
 * transaction, so that an interrupted copy resumes after the last stored page. The cursor of the
 * very first page is where changes are later requested from. Resolves once committed.
 */
export async function writeCopyPage(
  database: MirrorDatabase,
  block: RecordBlock | null,
  { page: { epoch, cursor }, progress }: { page: RowsPage; progress: CopyProgress },
): Promise<void> {
  const key = database.shape
  const shape = database.shapes[progress.collection]
  await writeMirror(database, [database.blocks, database.progress, database.state], async () => {
    await assertChoiceUnchanged(database)
    const newState = { key, epoch, cursor, isComplete: false, lastPullAt: null, lastCheckAt: null }
    if (!(await database.state.get(key))) await database.state.put((await readOtherShapesState(database)) ?? newState)
    if (block) await database.blocks.put({ ...block, shape })
    await database.progress.put({ ...progress, shape })
  })
}

/**
 * The initial state when other shapes were copied, null when nothing was: their earliest log
 * position. No copy of theirs is older than that, and changes applied twice have no effect. Missing
 * collections are copied like after an interrupted first copy.
 */
export async function readOtherShapesState({ state, shape }: MirrorDatabase): Promise<MirrorState | null> {
  const [oldest] = (await state.toArray()).toSorted((a, b) => compareChangeSeq(a.cursor, b.cursor))
  return oldest ? { ...oldest, key: shape, isComplete: false, lastPullAt: null } : null
}

/**
 * Writes a page of changes and the following cursor in one transaction. Skips versions that are not
 * newer than the stored change (pages may overlap and arrive twice); readers compare with the
 * record's block. A page without `more` completes the mirror.
 */
export async function applyChanges(database: MirrorDatabase, page: ChangesPage, now: number): Promise<void> {
  const incoming = page.changes.map(({ collection, id, version, row }) => {
    return { shape: database.shapes[collection], id, version, row: row as AnyRecord | null, at: now }
  })
  await writeMirror(database, [database.recent, database.state, database.progress], async () => {
    await assertChoiceUnchanged(database)
    const storedRecents = await database.recent.bulkGet(incoming.map(({ shape, id }) => [shape, id]))
    await database.recent.bulkPut(
      incoming.filter(({ version }, index) => version > (storedRecents[index]?.version ?? 0)),
    )
    const state = await database.state.get(database.shape)
    const stopped = page.stopped ?? state?.stopped
    const isComplete = (state?.isComplete ?? false) || !page.more
    await database.state.put({
      key: database.shape,
      epoch: page.epoch,
      cursor: page.cursor,
      isComplete,
      ...(!isComplete && state?.wasComplete && { wasComplete: true }),
      lastPullAt: page.more ? (state?.lastPullAt ?? null) : now,
      // A new copy counts as checked.
      lastCheckAt: state?.lastCheckAt ?? now,
      ...(stopped && { stopped }),
    })
  })
}

export async function writeFirstPage(database: MirrorDatabase, page: StoredFirstPage): Promise<void> {
  await writeMirror(database, [database.firstPages, database.progress], async () => {
    await assertChoiceUnchanged(database)
    await database.firstPages.put({ ...page, shape: database.shapes[page.collection] })
  })
}

export async function saveCheckTime(database: MirrorDatabase, now: number): Promise<void> {
  await database.state.update(database.shape, { lastCheckAt: now })
}

/**
 * Runs one read-write transaction over these tables of the mirror. Rejects with the storage's own
 * error if that ended it (`isQuotaError` recognizes it).
 */
export async function writeMirror<T>(
  database: MirrorDatabase,
  tables: readonly Table[],
  work: () => Promise<T>,
): Promise<T> {
  let native: IDBTransaction | undefined
  try {
    return await database.transaction('rw', [...tables], () => {
      native = Dexie.currentTransaction?.idbtrans
      return work()
    })
  } catch (error) {
    // After an abort, requests fail first with errors that say nothing; the reason is only on the
    // transaction.
    throw native?.error ?? error
  }
}

/** From this many changed records on, reading them separately costs more than folding them in. */
export const minChangesToFold = 1_000
const maxRecordsPerBlock = 1_500
/**
 * A tombstone must outlive every page of a running copy that may still contain the deleted record.
 */
const tombstoneLifetimeMs = 7 * dayMs

/**
 * Folds changed records into their blocks, one block per transaction, until none is left or
 * `shouldStop` returns true.
 */
export async function foldRecent(
  database: MirrorDatabase,
  collection: CollectionName,
  options: { now: number; shouldStop: () => boolean },
): Promise<void> {
  const shape = database.shapes[collection]
  const keys = await database.blocks
    .where('[shape+first]')
    .between([shape, Dexie.minKey], [shape, Dexie.maxKey])
    .primaryKeys()
  const starts = keys.map(([, first]) => first)
  for (const [index, start] of (starts.length > 0 ? starts : ['']).entries()) {
    if (options.shouldStop()) return
    const from = index === 0 ? '' : start
    await foldIntoBlock(database, collection, { start, from, to: starts[index + 1] ?? Dexie.maxKey, now: options.now })
  }
}

async function foldIntoBlock(
  database: MirrorDatabase,
  collection: CollectionName,
  span: { start: string; from: string; to: unknown; now: number },
): Promise<void> {
  const shape = database.shapes[collection]
  await database.transaction('rw', database.blocks, database.recent, async () => {
    const changed = await database.recent
      .where('[shape+id]')
      .between([shape, span.from], [shape, span.to], true, false)
      .toArray()
    if (changed.every((recent) => recent.row === null && recent.at > span.now - tombstoneLifetimeMs)) return
    const block = await database.blocks.get([shape, span.start])
    const records = mergeRecords(collection, block, changed)
    if (block) await database.blocks.delete([shape, span.start])
    for (const part of splitEvenly(records)) {
      await database.blocks.put({ ...packBlock(mirroredCollections[collection], part), shape })
    }
    const expired = changed.filter((recent) => recent.row !== null || recent.at <= span.now - tombstoneLifetimeMs)
    await database.recent.bulkDelete(expired.map(({ id }) => [shape, id]))
  })
}

function mergeRecords(
  collection: CollectionName,
  block: RecordBlock | undefined,
  changed: readonly RecentChange[],
): AnyRecord[] {
  const recordsById = new Map<string, AnyRecord>()
  if (block) {
    const columns = unpackColumns(mirroredCollections[collection], block)
    for (let index = 0; index < block.count; index++) {
      const record = readRecordInBlock(block, columns, index)
      recordsById.set(record.id, record)
    }
  }
  for (const { id, version, row } of changed) {
    if (version <= (recordsById.get(id)?.version ?? 0)) continue
    if (row) recordsById.set(id, row)
    else recordsById.delete(id)
  }
  return [...recordsById.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function splitEvenly(records: readonly AnyRecord[]): AnyRecord[][] {
  const blockCount = Math.ceil(records.length / maxRecordsPerBlock)
  const size = Math.ceil(records.length / Math.max(blockCount, 1))
  return Array.from({ length: blockCount }, (_, part) => records.slice(part * size, (part + 1) * size))
}

/**
 * Marks in a generation of the mirror what it holds. Every write checks the mark in its own
 * transaction, so that a window that missed the choice writes nothing of a dropped book. Stored in
 * the progress table, where earlier versions of the app ignore it.
 */
interface SyncedBooksMark {
  shape: typeof markKey
  revision: number
  names: readonly CollectionName[]
}

export const markKey = '.held'

/** The sync choice differs from the one this database was opened with: open it again. */
export class SyncedBooksChangedError extends Error {
  override readonly name = 'SyncedBooksChangedError'
}

/**
 * Call it inside the transaction that writes copied records; `progress` must be one of its tables.
 * Returns Dexie's own promise chain, because awaiting anything else would end the transaction.
 */
function assertChoiceUnchanged(database: MirrorDatabase): PromiseLike<void> {
  return readMark(database).then((mark) => {
    if ((mark?.revision ?? 0) !== database.syncedBooks.revision) throw new SyncedBooksChangedError()
  })
}

/**
 * Applies the choice the generation was opened with. Deletes dropped collections in every shape;
 * newly held ones are copied by the next pull, like after an interrupted first copy.
 * @throws SyncedBooksChangedError when a later choice is already stored
 */
export async function applySyncChoice(database: MirrorDatabase): Promise<void> {
  if (isChoiceApplied(await readMark(database), database.syncedBooks)) return
  const { blocks, recent, progress, state, firstPages, syncedBooks } = database
  await database.transaction('rw', [blocks, recent, progress, state, firstPages], async () => {
    const mark = await readMark(database)
    if (isChoiceApplied(mark, syncedBooks)) return
    if (mark && mark.revision > syncedBooks.revision) throw new SyncedBooksChangedError()
    const before = new Set<CollectionName>(mark?.names ?? collectionNames)
    const dropped = [...before].filter((name) => !syncedBooks.collections.has(name))
    for (const name of dropped) await deleteCollection(database, name)
    // First pages of other collections contain referenced records of dropped ones.
    if (dropped.length > 0) await firstPages.clear()
    if ([...syncedBooks.collections].some((name) => !before.has(name))) await markIncomplete(database)
    await openMarks(database).put({
      shape: markKey,
      revision: syncedBooks.revision,
      names: [...syncedBooks.collections],
    })
  })
}

function isChoiceApplied(mark: SyncedBooksMark | undefined, selection: SyncedBooks): boolean {
  if (!mark) return selection.revision === 0
  const isSame =
    mark.names.length === selection.collections.size && mark.names.every((name) => selection.collections.has(name))
  return isSame && mark.revision === selection.revision
}

/** A complete generation still serves reads while more is copied (`wasComplete`). */
async function markIncomplete({ state }: MirrorDatabase): Promise<void> {
  await state.toCollection().modify((row) => {
    if (row.isComplete) row.wasComplete = true
    row.isComplete = false
  })
}

async function deleteCollection({ blocks, recent, progress }: MirrorDatabase, name: CollectionName): Promise<void> {
  // Shapes are the collection's name, a dot, and more (mirror-database.ts); '/' is the character
  // after '.'.
  const [from, to] = [`${name}.`, `${name}/`]
  await blocks.where('[shape+first]').between([from, Dexie.minKey], [to, Dexie.minKey]).delete()
  await recent.where('[shape+id]').between([from, Dexie.minKey], [to, Dexie.minKey]).delete()
  await progress.where('shape').between(from, to).delete()
}

function readMark(database: MirrorDatabase): PromiseExtended<SyncedBooksMark | undefined> {
  return openMarks(database).get(markKey)
}

function openMarks({ progress }: MirrorDatabase): Table<SyncedBooksMark, string> {
  return progress as unknown as Table<SyncedBooksMark, string>
}
