import { Dexie } from 'dexie'
import type { Runtime } from '../runtime.ts'
import { listGenerations, mirrorName, openMirrorDatabase, type MirrorDatabase } from './mirror-database.ts'

/** The generation that answers reads. While `isComplete` is false it is a first copy on its way. */
export interface OpenMirror {
  database: MirrorDatabase
  generation: number
  isComplete: boolean
}

/**
 * Opens the newest complete generation, else the newest one at all (a first copy to be resumed), else makes the first. A rebuild under way beside a
 * complete generation is left for `openRebuild`.
 */
export async function openMirror(runtime: Runtime, userId: string): Promise<OpenMirror> {
  const { generations } = await listGenerations(runtime, userId)
  let newest: OpenMirror | null = null
  for (const generation of generations.toReversed()) {
    const database = openMirrorDatabase(runtime, mirrorName(userId, generation))
    const isComplete = (await database.state.get('mirror'))?.isComplete ?? false
    if (isComplete) {
      newest?.database.close()
      return { database, generation, isComplete }
    }
    if (newest) database.close()
    else newest = { database, generation, isComplete }
  }
  return newest ?? { database: openMirrorDatabase(runtime, mirrorName(userId, 1)), generation: 1, isComplete: false }
}

/** The generation a rebuild writes into: a new and empty one, whatever an earlier attempt left behind. */
export async function openRebuild(runtime: Runtime, userId: string, current: number): Promise<OpenMirror> {
  const { generations } = await listGenerations(runtime, userId)
  for (const left of generations.filter((generation) => generation > current)) {
    await deleteDatabase(runtime, mirrorName(userId, left))
  }
  const generation = current + 1
  return { database: openMirrorDatabase(runtime, mirrorName(userId, generation)), generation, isComplete: false }
}

/** Deletes what is no longer read: older generations and copies in an older shape. Names of mirrors only, never of an outbox. */
export async function deleteOutdatedMirrors(runtime: Runtime, userId: string, current: number): Promise<void> {
  const { generations, outdated } = await listGenerations(runtime, userId)
  const older = generations.filter((generation) => generation < current).map((each) => mirrorName(userId, each))
  for (const name of [...older, ...outdated]) await deleteDatabase(runtime, name)
}

function deleteDatabase(runtime: Runtime, name: string): Promise<void> {
  const { indexedDB, IDBKeyRange } = runtime
  return Promise.resolve(new Dexie(name, { indexedDB, IDBKeyRange }).delete())
}
