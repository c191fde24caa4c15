import { Dexie, type Table } from 'dexie'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import { listAreaCollections } from '#contract/records/work-areas.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'

/**
 * What a user lets this device hold, in whole books. Half a book would falsify its sums, counts and
 * comparisons.
 */
export interface SyncChoice {
  /** Raised by every choice; the higher of two revisions wins. 0: nothing was chosen yet. */
  readonly revision: number
  /** Areas of work (contract/records/work-areas.ts); null: everything, future books included. */
  readonly areas: readonly string[] | null
}

/** A choice with the collections it includes. */
export interface SyncedBooks extends SyncChoice {
  readonly collections: ReadonlySet<CollectionName>
}

interface ChoiceRow {
  id: 'choice'
  revision: number
  /** The areas, under the name they were first stored with. */
  sections: readonly string[] | null
  /**
   * Whether files, thumbnails and undo actions of books no longer held were removed
   * (worker/apply-choice.ts).
   */
  isSwept: boolean
}

type ChoiceDatabase = Dexie & { choice: Table<ChoiceRow, string> }

type DatabaseRuntime = Pick<Runtime, 'indexedDB' | 'IDBKeyRange'>

const defaultChoice: SyncChoice = { revision: 0, areas: null }

export const allBooksSynced: SyncedBooks = resolveSyncChoice(defaultChoice)

export function resolveSyncChoice({ revision, areas }: SyncChoice): SyncedBooks {
  const collections = areas ? listAreaCollections(areas) : new Set(collectionNames)
  return { revision, areas, collections }
}

/**
 * Name of the choice's database, which is separate from copy and vault so that it outlives both. It
 * contains paths of areas and no record data.
 */
function buildChoiceName(userId: string): string {
  return `held-${userId}`
}

/** Reads the choice without creating its database. */
export async function readChoice(storage: DatabaseRuntime, userId: string): Promise<SyncChoice & { isSwept: boolean }> {
  const names = (await storage.indexedDB.databases()).map(({ name }) => name)
  const row = names.includes(buildChoiceName(userId))
    ? await withChoice(storage, userId, (db) => db.choice.get('choice'))
    : undefined
  return readRow(row)
}

function readRow(row: ChoiceRow | undefined): SyncChoice & { isSwept: boolean } {
  return row
    ? { revision: row.revision, areas: row.sections, isSwept: row.isSwept }
    : { ...defaultChoice, isSwept: true }
}

/** Stores a new choice durably and returns it. */
export async function writeChoice(
  storage: DatabaseRuntime,
  userId: string,
  areas: readonly string[] | null,
): Promise<SyncChoice> {
  return await withChoice(storage, userId, (db) =>
    db.transaction('rw', db.choice, async () => {
      const before = readRow(await db.choice.get('choice'))
      const choice = { revision: before.revision + 1, areas }
      const next = resolveSyncChoice(choice).collections
      const isNarrower = [...resolveSyncChoice(before).collections].some((name) => !next.has(name))
      const isSwept = before.isSwept && !isNarrower
      await db.choice.put({ id: 'choice', revision: choice.revision, sections: areas, isSwept })
      return choice
    }),
  )
}

/** Puts a choice back that the browser cleared; a newer one stays. */
export async function restoreChoice(storage: DatabaseRuntime, userId: string, choice: SyncChoice): Promise<void> {
  const { revision, areas } = choice
  if (revision === defaultChoice.revision) return
  await withChoice(storage, userId, (db) =>
    db.transaction('rw', db.choice, async () => {
      if (await db.choice.get('choice')) return
      await db.choice.put({ id: 'choice', revision, sections: areas, isSwept: true })
    }),
  )
}

/** Marks the choice as swept, unless a newer choice was made meanwhile. */
export async function markSwept(storage: DatabaseRuntime, userId: string, revision: number): Promise<void> {
  await withChoice(storage, userId, (db) =>
    db.choice.where({ id: 'choice' }).modify((row) => {
      if (row.revision === revision) row.isSwept = true
    }),
  )
}

async function withChoice<T>(
  { indexedDB, IDBKeyRange }: DatabaseRuntime,
  userId: string,
  work: (db: ChoiceDatabase) => PromiseLike<T>,
): Promise<T> {
  const db = new Dexie(buildChoiceName(userId), { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict' })
  db.version(1).stores({ choice: 'id' })
  try {
    return await work(db as ChoiceDatabase)
  } finally {
    db.close()
  }
}
