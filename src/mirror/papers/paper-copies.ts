import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { limitOperations } from '#mirror/store/limit-operations.ts'
import { withReopening } from '#mirror/store/reconnect.ts'
import { sealTables } from '#mirror/store/seal.ts'
import type { BytesRow } from './papers-database.ts'

/**
 * Copies of files and thumbnails that the server has. Any failure here counts as a missing copy,
 * which is fetched again.
 */
export interface PaperCopies {
  getBytes(contentId: string): Promise<Uint8Array<ArrayBuffer> | null>
  /** Ids of all files stored here completely. */
  listIds(): Promise<ReadonlySet<string>>
  putBytes(contentId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  getThumb(contentId: string): Promise<Uint8Array<ArrayBuffer> | null>
  putThumb(contentId: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>
  /** Makes room: removes all files and keeps thumbnails. */
  clear(): Promise<void>
  close(): void
}

const maxBytes = 200 * 1024 * 1024

/**
 * Opens one user's copies at the first use. Beyond `budget` bytes the least recently used are
 * evicted.
 */
export function openPaperCopies(runtime: Runtime, userId: string, budget = maxBytes): PaperCopies {
  const db = createCopiesDatabase(runtime, userId)
  // The browser or a sign-out deletes the database: close it.
  db.on('versionchange', () => db.close())
  const silently = async (work: () => Promise<unknown>) => void (await withReopening(db, work).catch(() => undefined))
  return {
    async getBytes(contentId) {
      const row = await withReopening(db, () => db.bytes.get(contentId)).catch(() => undefined)
      if (row) await silently(() => db.copies.update(contentId, { usedAt: runtime.now() }))
      return row ? copyBytes(row.bytes) : null
    },
    async listIds() {
      return new Set(await withReopening(db, () => db.copies.toCollection().primaryKeys()).catch(() => []))
    },
    putBytes: (contentId, bytes) =>
      silently(async () => {
        await db.transaction('rw', [db.copies, db.bytes], async () => {
          await db.copies.put({ contentId, size: bytes.length, usedAt: runtime.now() })
          await db.bytes.put({ contentId, bytes })
        })
        await trimToBudget(db, budget)
      }),
    async getThumb(contentId) {
      const row = await withReopening(db, () => db.thumbs.get(contentId)).catch(() => undefined)
      return row ? copyBytes(row.bytes) : null
    },
    putThumb: (contentId, bytes) => silently(() => db.thumbs.put({ contentId, bytes })),
    clear: () => silently(() => trimToBudget(db, 0)),
    close: () => db.close(),
  }
}

async function trimToBudget(db: CopiesDatabase, budget: number): Promise<void> {
  await db.transaction('rw', [db.copies, db.bytes], async () => {
    const byUse = (await db.copies.orderBy('usedAt').toArray()).toReversed()
    let room = budget
    const dropped = byUse.filter(({ size }) => (room -= size) < 0).map(({ contentId }) => contentId)
    await Promise.all([db.copies.bulkDelete(dropped), db.bytes.bulkDelete(dropped)])
  })
}

/** Copies the bytes, as the storage returned them, into their own buffer. */
function copyBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes)
}

/** Metadata of a stored copy. */
interface CopyRow {
  contentId: string
  size: number
  /** Orders eviction; not reliable beyond that. */
  usedAt: number
}

type CopiesDatabase = Dexie & {
  copies: Table<CopyRow, string>
  bytes: EntityTable<BytesRow, 'contentId'>
  thumbs: EntityTable<BytesRow, 'contentId'>
}

/**
 * Name prefix of the database, followed by the user id. Repeated in `removeLeftBehind` of
 * `app/main.tsx`, because visitors must not load this file.
 */
const copiesNamePrefix = 'paper-copies-'

/** Whether a database holds copies of papers of a user who isn't in `keep`. */
export function isRemovableCopiesName(name: string, keep: readonly string[]): boolean {
  return name.startsWith(copiesNamePrefix) && !keep.some((userId) => name === copiesNamePrefix + userId)
}

/**
 * Copies of what the server can deliver again: relaxed durability, and separate from waiting
 * papers, which must never be dropped.
 */
export function createCopiesDatabase(runtime: Runtime, userId: string): CopiesDatabase {
  const db = new Dexie(copiesNamePrefix + userId, {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    chromeTransactionDurability: 'relaxed',
  })
  db.version(1).stores({ copies: 'contentId, usedAt', bytes: 'contentId', thumbs: 'contentId' })
  limitOperations(db)
  sealTables(db, ['bytes', 'thumbs'], runtime.seals?.mirror)
  return db as CopiesDatabase
}
