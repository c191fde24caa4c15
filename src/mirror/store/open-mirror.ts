import { Dexie } from 'dexie'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { isQuotaError } from '#mirror/store/is-quota-error.ts'
import { readChoice, resolveSyncChoice, type SyncedBooks } from '#mirror/synced-books/sync-choice.ts'
import {
  buildMirrorName,
  listGenerations,
  type MirrorDatabase,
  type MirrorState,
  openMirrorDatabase,
} from './mirror-database.ts'
import { findStorageFailure } from './storage-failure.ts'
import { applySyncChoice, markKey, readOtherShapesState, SyncedBooksChangedError, writeMirror } from './write-mirror.ts'

/** The generation that serves reads. While `isComplete` is false it is a first copy in progress. */
export interface OpenMirror {
  database: MirrorDatabase
  generation: number
  isComplete: boolean
}

/**
 * Opens the newest complete generation, otherwise the newest (a first copy to resume), otherwise
 * creates the first. An unfinished rebuild next to a complete generation is left to `openRebuild`.
 */
export async function openMirror(runtime: Runtime, userId: string): Promise<OpenMirror> {
  const selection = resolveSyncChoice(await readChoice(runtime, userId))
  const { generations } = await listGenerations(runtime, userId)
  let newest: OpenMirror | null = null
  for (const generation of generations.toReversed()) {
    const database = await openWithChoice(runtime, buildMirrorName(userId, generation), selection)
    const { isComplete, wasComplete } = await adoptState(database).catch(expectLocked)
    if (isComplete || wasComplete) {
      newest?.database.close()
      return { database, generation, isComplete }
    }
    if (newest) database.close()
    else newest = { database, generation, isComplete }
  }
  return (
    newest ?? {
      database: await openWithChoice(runtime, buildMirrorName(userId, 1), selection),
      generation: 1,
      isComplete: false,
    }
  )
}

/**
 * A generation that is locked (track-connections.ts) is opened as unfinished, so that the leader
 * can copy a new one.
 */
function expectLocked(error: unknown): Pick<MirrorState, 'isComplete' | 'wasComplete'> {
  if (findStorageFailure(error) !== 'silent') throw error
  return { isComplete: false }
}

/**
 * Opens a generation and applies the sync choice to it. If that could not be written (a full
 * device, a later choice, a locked database) it is opened anyway: dropped books are not read, and
 * writes to it are refused.
 */
async function openWithChoice(runtime: Runtime, name: string, selection: SyncedBooks): Promise<MirrorDatabase> {
  const database = openMirrorDatabase(runtime, name, selection)
  try {
    await applySyncChoice(database)
  } catch (error) {
    const isLocked = database.isOpen() && findStorageFailure(error) === 'silent'
    if (!isLocked && !isQuotaError(error) && !(error instanceof SyncedBooksChangedError)) throw error
  }
  return database
}

/**
 * Applies the sync choice to every generation of this user, also those open in other windows
 * (write-mirror.ts).
 */
export async function applyChoiceToMirrors(runtime: Runtime, userId: string, selection: SyncedBooks): Promise<void> {
  const { generations } = await listGenerations(runtime, userId)
  for (const generation of generations) {
    const settle = () => applyChoiceToGeneration(runtime, buildMirrorName(userId, generation), selection)
    // Another window may be deleting this generation because a newer one replaced it.
    await settle().catch(async () => {
      if ((await listGenerations(runtime, userId)).generations.includes(generation)) await settle()
    })
  }
}

async function applyChoiceToGeneration(runtime: Runtime, name: string, selection: SyncedBooks): Promise<void> {
  const database = openMirrorDatabase(runtime, name, selection)
  try {
    await applySyncChoice(database)
  } finally {
    database.close()
  }
}

/**
 * Returns whether the generation is complete in the current shapes. If other shapes were copied,
 * takes over their log position at once, if storage allows.
 */
async function adoptState(database: MirrorDatabase): Promise<Pick<MirrorState, 'isComplete' | 'wasComplete'>> {
  const ownShapes = await database.state.get(database.shape)
  if (ownShapes) return ownShapes
  try {
    await writeMirror(database, [database.state], async () => {
      const state = await readOtherShapesState(database)
      if (state) await database.state.put(state)
    })
  } catch (error) {
    // Then the first stored page takes it over.
    if (!isQuotaError(error)) throw error
  }
  return { isComplete: false }
}

/**
 * Deletes copies in shapes this version doesn't read, as far as the device allows. Another version
 * that still runs copies them again.
 */
export async function deleteOtherShapes(database: MirrorDatabase): Promise<void> {
  const { blocks, recent, progress, state, firstPages, shapes, shape } = database
  const ownShapes = new Set(Object.values(shapes))
  const otherShapes = (await progress.toCollection().primaryKeys()).filter(
    (key) => !ownShapes.has(key) && key !== markKey,
  )
  const states = (await state.toCollection().primaryKeys()).filter((key) => key !== shape)
  if (otherShapes.length + states.length === 0) return
  try {
    await writeMirror(database, [blocks, recent, progress, state, firstPages], async () => {
      for (const other of otherShapes) {
        await blocks.where('[shape+first]').between([other, Dexie.minKey], [other, Dexie.maxKey]).delete()
        await recent.where('[shape+id]').between([other, Dexie.minKey], [other, Dexie.maxKey]).delete()
      }
      await progress.bulkDelete(otherShapes)
      await firstPages.bulkDelete(otherShapes)
      await state.bulkDelete(states)
    })
  } catch (error) {
    // A full device may refuse even this; the pull reports the full storage, and the next start
    // tries again.
    if (!isQuotaError(error)) throw error
  }
}

/** An empty generation for a rebuild to write into; remains of an earlier attempt are deleted. */
export async function openRebuild(runtime: Runtime, userId: string, current: number): Promise<OpenMirror> {
  const { generations } = await listGenerations(runtime, userId)
  for (const newer of generations.filter((generation) => generation > current)) {
    await deleteDatabase(runtime, buildMirrorName(userId, newer))
  }
  const generation = current + 1
  const selection = resolveSyncChoice(await readChoice(runtime, userId))
  return {
    database: await openWithChoice(runtime, buildMirrorName(userId, generation), selection),
    generation,
    isComplete: false,
  }
}

/**
 * Deletes older generations and mirrors in another format. One that the browser doesn't delete now
 * is tried again at the next start. Touches names of mirrors only, never an outbox.
 */
export async function deleteOutdatedMirrors(runtime: Runtime, userId: string, current: number): Promise<void> {
  const { generations, outdated } = await listGenerations(runtime, userId)
  const older = generations
    .filter((generation) => generation < current)
    .map((generation) => buildMirrorName(userId, generation))
  for (const name of [...older, ...outdated]) {
    await deleteDatabase(runtime, name).catch((error: unknown) => {
      if (!['silent', 'blocked'].includes(findStorageFailure(error) ?? '')) throw error
    })
  }
}

function deleteDatabase(runtime: Runtime, name: string): Promise<void> {
  const { indexedDB, IDBKeyRange } = runtime
  return Promise.resolve(new Dexie(name, { indexedDB, IDBKeyRange }).delete())
}
