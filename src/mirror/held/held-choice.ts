import { Dexie, type Table } from 'dexie'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import { collectionsOfSections } from '#contract/records/work-sections.ts'
import type { Runtime } from '../runtime.ts'

/** What a person lets this device hold. Whole books only: half of one would make its sums, counts and comparisons lie. */
export interface HeldChoice {
  /** Raised by every choice: of two that are told the higher one holds. 0: nobody has chosen. */
  readonly revision: number
  /** Sections of work (records/work-sections.ts); null: everything, books that are yet to come as well. */
  readonly sections: readonly string[] | null
}

/** With the collections that it comes to, for whoever copies, writes and reads. */
export interface Held extends HeldChoice {
  readonly collections: ReadonlySet<CollectionName>
}

interface ChoiceRow extends HeldChoice {
  id: 'choice'
  /** What lies beside the mirror of books that are not held any more (sweep-unheld.ts) has been removed. */
  isSwept: boolean
}

type ChoiceDatabase = Dexie & { choice: Table<ChoiceRow, string> }

type Storage = Pick<Runtime, 'indexedDB' | 'IDBKeyRange'>

const nobodysChoice: HeldChoice = { revision: 0, sections: null }

export const everything: Held = heldBy(nobodysChoice)

export function heldBy({ revision, sections }: HeldChoice): Held {
  const collections = sections ? collectionsOfSections(sections) : new Set(collectionNames)
  return { revision, sections, collections }
}

/** The name of the database it is kept in: apart from copy and vault, so that it outlives both. It names sections, never a record. */
export function choiceName(userId: string): string {
  return `held-${userId}`
}

/** Looking makes no database. */
export async function readChoice(storage: Storage, userId: string): Promise<HeldChoice & { isSwept: boolean }> {
  const names = (await storage.indexedDB.databases()).map(({ name }) => name)
  const row = names.includes(choiceName(userId))
    ? await withChoice(storage, userId, (db) => db.choice.get('choice'))
    : undefined
  return row ?? { ...nobodysChoice, isSwept: true }
}

/** Keeps another choice, durably, and answers it. */
export async function writeChoice(
  storage: Storage,
  userId: string,
  sections: readonly string[] | null,
): Promise<HeldChoice> {
  return await withChoice(storage, userId, (db) =>
    db.transaction('rw', db.choice, async () => {
      const before = (await db.choice.get('choice')) ?? { ...nobodysChoice, isSwept: true }
      const choice = { revision: before.revision + 1, sections }
      const next = heldBy(choice).collections
      const isNarrower = [...heldBy(before).collections].some((name) => !next.has(name))
      const row: ChoiceRow = { id: 'choice', ...choice, isSwept: before.isSwept && !isNarrower }
      await db.choice.put(row)
      return row
    }),
  )
}

/** Unless another choice has been made meanwhile. */
export async function noteSwept(storage: Storage, userId: string, revision: number): Promise<void> {
  await withChoice(storage, userId, (db) =>
    db.choice.where({ id: 'choice' }).modify((row) => {
      if (row.revision === revision) row.isSwept = true
    }),
  )
}

async function withChoice<T>(
  { indexedDB, IDBKeyRange }: Storage,
  userId: string,
  work: (db: ChoiceDatabase) => PromiseLike<T>,
): Promise<T> {
  const db = new Dexie(choiceName(userId), { indexedDB, IDBKeyRange, chromeTransactionDurability: 'strict' })
  db.version(1).stores({ choice: 'id' })
  try {
    return await work(db as ChoiceDatabase)
  } finally {
    db.close()
  }
}
