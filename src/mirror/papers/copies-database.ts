import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Runtime } from '../runtime.ts'
import { sealTables } from '../store/seal.ts'
import type { BytesRow } from './papers-database.ts'

/** Metadata of a stored copy. */
export interface CopyRow {
  contentId: string
  size: number
  /** Orders eviction; not reliable beyond that. */
  usedAt: number
}

export type CopiesDatabase = Dexie & {
  copies: Table<CopyRow, string>
  bytes: EntityTable<BytesRow, 'contentId'>
  thumbs: EntityTable<BytesRow, 'contentId'>
}

/** Name prefix of the database, followed by the user id; `app/main.tsx` knows it too. */
const copiesNamePrefix = 'paper-copies-'

export function isCopiesName(name: string, keep: readonly string[]): boolean {
  return name.startsWith(copiesNamePrefix) && !keep.some((userId) => name === copiesNamePrefix + userId)
}

/**
 * Copies of what the server can deliver again: relaxed durability, and separate from waiting
 * papers, which must never be dropped.
 */
export function copiesDatabase(runtime: Runtime, userId: string): CopiesDatabase {
  const db = new Dexie(copiesNamePrefix + userId, {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    chromeTransactionDurability: 'relaxed',
  })
  db.version(1).stores({ copies: 'contentId, usedAt', bytes: 'contentId', thumbs: 'contentId' })
  sealTables(db, ['bytes', 'thumbs'], runtime.seals?.mirror)
  return db as CopiesDatabase
}
