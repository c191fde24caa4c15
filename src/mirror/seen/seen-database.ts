import { Dexie, type Table } from 'dexie'
import { maxSeenCharacters, maxSeenPerCall, type Seen } from '#contract/sync/seen.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { instantText } from '#contract/records/values.ts'
import type { Runtime } from '../runtime.ts'
import { sealTables } from '../store/seal.ts'

/** A view that the server has not confirmed; `seq` is their order, never a clock. */
export type KeptSeen = Seen & { readonly seq: number }

export type SeenDatabase = Dexie & { seen: Table<KeptSeen, number, Seen> }

/** The name of its database and of the channel on which tabs say that something was kept. */
export function seenName(userId: string): string {
  return `seen-${userId}`
}

/**
 * Describes what one user has seen on this device and the server has not been told, without opening it. Precious like the outbox: it outlives sign-out and is handed in at the
 * next sign-in of the same person. A database of its own, so that a note never waits behind an edit or a first copy; not strict, for losing one to a power cut costs less than
 * a disk that waits for every record somebody opens.
 */
export function seenDatabase(runtime: Runtime, userId: string): SeenDatabase {
  const db = new Dexie(seenName(userId), {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    autoOpen: false,
  })
  db.version(1).stores({ seen: '++seq' })
  sealTables(db, ['seen'], runtime.seals?.outbox)
  // Another tab upgrades or removes the database: let go at once, or it would wait for us.
  db.on('versionchange', () => db.close())
  return db as SeenDatabase
}

/** So many wait one by one; with more of them the oldest are counted instead (`condense`). */
export const maxSeen = 20_000
const condensedAtOnce = 1_000

/** Keeps rows behind those that wait. Rejects when the device could not: then none was kept. */
export async function keepSeen(db: SeenDatabase, rows: readonly Seen[], newId: () => string): Promise<void> {
  await opened(db)
  await db.transaction('rw', db.seen, async () => {
    await db.seen.bulkAdd(rows)
    while ((await db.seen.count()) > maxSeen) {
      const oldest = await db.seen.orderBy('seq').limit(condensedAtOnce).toArray()
      const counted = condense(oldest, newId)
      // Nothing more to be counted together: then all of it stays.
      if (counted.length >= oldest.length) return
      await db.seen.bulkDelete(oldest.map(({ seq }) => seq))
      // In front of the others, where the rows stood that they count.
      await db.seen.bulkPut(counted.map((row, at) => ({ ...row, seq: oldest[at]?.seq ?? 0 })))
    }
  })
}

/** The oldest that wait, as many as one call takes. */
export async function nextSeen(db: SeenDatabase): Promise<KeptSeen[]> {
  await opened(db)
  const rows = await db.seen.orderBy('seq').limit(maxSeenPerCall).toArray()
  let characters = 0
  return rows.filter((row, at) => {
    characters += JSON.stringify(row).length
    return at === 0 || characters <= maxSeenCharacters
  })
}

/** Forgets what the server has. */
export async function dropSeen(db: SeenDatabase, seqs: readonly number[]): Promise<void> {
  await opened(db)
  await db.seen.bulkDelete([...seqs])
}

export async function countSeen(db: SeenDatabase): Promise<number> {
  await opened(db)
  return db.seen.count()
}

async function opened(db: SeenDatabase): Promise<void> {
  if (!db.isOpen()) await db.open()
}

/**
 * Rows of one kind (act, book, with or without a network) as one row that says how many they were and from when to when. Whose records they were is lost then, and that it is lost
 * stands in the trail.
 */
export function condense(rows: readonly Seen[], newId: () => string): Seen[] {
  const kinds = Map.groupBy(rows, ({ act, collection = '', offline }) => `${act} ${collection} ${String(offline)}`)
  return [...kinds.values()].map((own) => {
    const [first] = own
    const instants = own.flatMap(({ at, about }) => {
      const { since = at, until = at } = about.condensed ?? {}
      return [Date.parse(since), Date.parse(until)]
    })
    const count = own.reduce((sum, { about }) => sum + (about.condensed?.count ?? 1), 0)
    const [since, until] = [instantText(Math.min(...instants)), instantText(Math.max(...instants))]
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
