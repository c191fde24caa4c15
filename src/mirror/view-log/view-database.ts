import { Dexie, type Table } from 'dexie'
import type { CollectionName } from '#contract/books/collections.ts'
import { formatInstant } from '#contract/records/values.ts'
import { maxViewCharacters, maxViewsPerCall, type ViewEvent } from '#contract/sync/view-reports.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { limitOperations } from '#mirror/store/limit-operations.ts'
import { withReopening } from '#mirror/store/reconnect.ts'
import { sealTables } from '#mirror/store/seal.ts'

/** A view that the server has not confirmed; ordered by `seq`, never by a clock. */
export type StoredView = ViewEvent & { readonly seq: number }

export type ViewDatabase = Dexie & { seen: Table<StoredView, number, ViewEvent> }

/** Name of the database, and of the channel on which tabs announce new rows. */
export function buildViewDatabaseName(userId: string): string {
  return `seen-${userId}`
}

/**
 * Describes the database of one user's views that the server hasn't received, without opening it.
 * Like the outbox it outlives sign-out; its rows are submitted at the user's next sign-in. It is
 * separate, so that a view never waits behind an edit or a first copy. Durability isn't strict:
 * losing a view to a power cut costs less than a disk wait for every opened record.
 */
export function createViewDatabase(runtime: Runtime, userId: string): ViewDatabase {
  const db = new Dexie(buildViewDatabaseName(userId), {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    autoOpen: false,
  })
  db.version(1).stores({ seen: '++seq' })
  limitOperations(db)
  sealTables(db, ['seen'], runtime.seals?.outbox)
  // Another tab upgrades or removes the database: close at once, or it would wait for us.
  db.on('versionchange', () => db.close())
  return db as ViewDatabase
}

/** Maximum number of single rows; beyond it the oldest are condensed (`condense`). */
export const maxStoredViews = 20_000

const maxCondensedAtOnce = 1_000

/** Appends rows. Rejects, storing none, when the device could not. */
export async function storeViews(db: ViewDatabase, rows: readonly ViewEvent[], newId: () => string): Promise<void> {
  await withDatabase(db, () => appendViews(db, rows, newId))
}

async function appendViews(db: ViewDatabase, rows: readonly ViewEvent[], newId: () => string): Promise<void> {
  await db.transaction('rw', db.seen, async () => {
    await db.seen.bulkAdd(rows)
    while ((await db.seen.count()) > maxStoredViews) {
      const oldest = await db.seen.orderBy('seq').limit(maxCondensedAtOnce).toArray()
      const condensed = condense(oldest, newId)
      // Condensing saves nothing here, so all rows stay.
      if (condensed.length >= oldest.length) return
      await db.seen.bulkDelete(oldest.map(({ seq }) => seq))
      // Placed where the condensed rows were, before all others.
      await db.seen.bulkPut(condensed.map((row, index) => ({ ...row, seq: oldest[index]?.seq ?? 0 })))
    }
  })
}

/** The oldest waiting rows, as many as one call takes. */
export async function readOldestViews(db: ViewDatabase): Promise<StoredView[]> {
  const rows = await withDatabase(db, () => db.seen.orderBy('seq').limit(maxViewsPerCall).toArray())
  let characters = 0
  return rows.filter((row, index) => {
    characters += JSON.stringify(row).length
    return index === 0 || characters <= maxViewCharacters
  })
}

/** Removes rows the server has. */
export async function deleteViews(db: ViewDatabase, seqs: readonly number[]): Promise<void> {
  await withDatabase(db, () => db.seen.bulkDelete([...seqs]))
}

export async function countViews(db: ViewDatabase): Promise<number> {
  return await withDatabase(db, () => db.seen.count())
}

/** Opens the database if necessary, and once more if its connection was lost. */
async function withDatabase<T>(db: ViewDatabase, work: () => PromiseLike<T>): Promise<T> {
  if (!db.isOpen()) await db.open()
  return await withReopening(db, work)
}

/**
 * Condenses rows of one kind (act, book, online or offline) into one with their number and first
 * and last time. The record ids are lost, and the trail shows that they were condensed.
 */
export function condense(rows: readonly ViewEvent[], newId: () => string): ViewEvent[] {
  const kinds = Map.groupBy(rows, ({ act, collection = '', offline }) => `${act} ${collection} ${String(offline)}`)
  return [...kinds.values()].map((group) => {
    const [first] = group
    const instants = group.flatMap(({ at, about }) => {
      const { since = at, until = at } = about.condensed ?? {}
      return [Date.parse(since), Date.parse(until)]
    })
    const count = group.reduce((sum, { about }) => sum + (about.condensed?.count ?? 1), 0)
    const [since, until] = [formatInstant(Math.min(...instants)), formatInstant(Math.max(...instants))]
    return {
      id: newId(),
      act: first?.act ?? 'read',
      at: until,
      offline: first?.offline ?? false,
      ...(first?.collection && { collection: first.collection satisfies CollectionName }),
      about: { condensed: { count, since, until } },
    }
  })
}
