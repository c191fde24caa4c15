import { Dexie, type Table } from 'dexie'
import { mirroredCollections, type CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord } from '#contract/books/field.ts'
import { compareChangeSeq, type ChangesPage, type RowsPage } from '#contract/sync/sync.ts'
import { assertHeld } from './held-mark.ts'
import type { CopyProgress, MirrorDatabase, MirrorState, StoredFirstPage } from './mirror-database.ts'
import { packBlock, type RecordBlock } from './record-block.ts'

/** The block of a page of a first copy; null for an empty page. */
export function packPage(collection: CollectionName, page: RowsPage): RecordBlock | null {
  return page.rows.length > 0 ? packBlock(mirroredCollections[collection], page.rows as AnyRecord[]) : null
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
    await assertHeld(database)
    const newState = { key, epoch, cursor, isComplete: false, lastPullAt: null, lastCheckAt: null }
    if (!(await database.state.get(key))) await database.state.put((await stateOfOtherShapes(database)) ?? newState)
    if (block) await database.blocks.put({ ...block, shape })
    await database.progress.put({ ...progress, shape })
  })
}

/**
 * The initial state when other shapes were copied, null when nothing was: their earliest log
 * position. No copy of theirs is older than that, and changes applied twice have no effect. Missing
 * collections are copied like after an interrupted first copy.
 */
export async function stateOfOtherShapes({ state, shape }: MirrorDatabase): Promise<MirrorState | null> {
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
    await assertHeld(database)
    const known = await database.recent.bulkGet(incoming.map(({ shape, id }) => [shape, id]))
    await database.recent.bulkPut(incoming.filter(({ version }, index) => version > (known[index]?.version ?? 0)))
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
    await assertHeld(database)
    await database.firstPages.put({ ...page, shape: database.shapes[page.collection] })
  })
}

export async function recordCheck(database: MirrorDatabase, now: number): Promise<void> {
  await database.state.update(database.shape, { lastCheckAt: now })
}

/**
 * Runs one read-write transaction over these tables of the mirror. Rejects with the storage's own
 * error if that ended it (`isFull` recognises it).
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
