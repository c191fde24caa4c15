import { Dexie, type PromiseExtended, type Table } from 'dexie'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import type { Held } from '../held/held-choice.ts'
import type { MirrorDatabase } from './mirror-database.ts'

/**
 * Marks in a generation of the mirror what it holds. Every write checks the mark in its own
 * transaction, so that a window that missed the choice writes nothing of a dropped book. Stored in
 * the progress table, where earlier versions of the app ignore it.
 */
interface HeldMark {
  shape: typeof markKey
  revision: number
  names: readonly CollectionName[]
}

export const markKey = '.held'

/** The held choice differs from the one this database was opened with: open it again. */
export class HeldChangedError extends Error {
  override readonly name = 'HeldChangedError'
}

/**
 * Call it inside the transaction that writes copied records; `progress` must be one of its tables.
 * Returns Dexie's own promise chain, because awaiting anything else would end the transaction.
 */
export function assertHeld(database: MirrorDatabase): PromiseLike<void> {
  return readMark(database).then((mark) => {
    if ((mark?.revision ?? 0) !== database.held.revision) throw new HeldChangedError()
  })
}

/**
 * Makes the generation hold what it was opened for. Deletes dropped collections under every shape;
 * newly held ones are copied by the next pull, like after an interrupted first copy.
 * @throws HeldChangedError when a later choice is already stored
 */
export async function settleHeld(database: MirrorDatabase): Promise<void> {
  if (isSettled(await readMark(database), database.held)) return
  const { blocks, recent, progress, state, firstPages, held } = database
  await database.transaction('rw', [blocks, recent, progress, state, firstPages], async () => {
    const mark = await readMark(database)
    if (isSettled(mark, held)) return
    if (mark && mark.revision > held.revision) throw new HeldChangedError()
    const before = new Set<CollectionName>(mark?.names ?? collectionNames)
    const dropped = [...before].filter((name) => !held.collections.has(name))
    for (const name of dropped) await deleteAll(database, name)
    // First pages of other collections contain referenced records of dropped ones.
    if (dropped.length > 0) await firstPages.clear()
    if ([...held.collections].some((name) => !before.has(name))) await markIncomplete(database)
    await marksOf(database).put({ shape: markKey, revision: held.revision, names: [...held.collections] })
  })
}

function isSettled(mark: HeldMark | undefined, held: Held): boolean {
  if (!mark) return held.revision === 0
  const isSame = mark.names.length === held.collections.size && mark.names.every((name) => held.collections.has(name))
  return isSame && mark.revision === held.revision
}

/** A complete generation keeps answering while more is copied; a running first copy stays one. */
async function markIncomplete({ state }: MirrorDatabase): Promise<void> {
  await state.toCollection().modify((row) => {
    if (row.isComplete) row.wasComplete = true
    row.isComplete = false
  })
}

async function deleteAll({ blocks, recent, progress }: MirrorDatabase, name: CollectionName): Promise<void> {
  // Shapes are the collection's name, a dot, and more (mirror-database.ts); '/' is the character
  // after '.'.
  const [from, to] = [`${name}.`, `${name}/`]
  await blocks.where('[shape+first]').between([from, Dexie.minKey], [to, Dexie.minKey]).delete()
  await recent.where('[shape+id]').between([from, Dexie.minKey], [to, Dexie.minKey]).delete()
  await progress.where('shape').between(from, to).delete()
}

function readMark(database: MirrorDatabase): PromiseExtended<HeldMark | undefined> {
  return marksOf(database).get(markKey)
}

function marksOf({ progress }: MirrorDatabase): Table<HeldMark, string> {
  return progress as unknown as Table<HeldMark, string>
}
