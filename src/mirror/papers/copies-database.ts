import { Dexie, type EntityTable, type Table } from 'dexie'
import type { Runtime } from '../runtime.ts'
import { sealTables } from '../store/seal.ts'
import type { BytesRow } from './papers-database.ts'

/** That a copy stands here, and what it takes. */
export interface CopyRow {
  contentId: string
  size: number
  /** Orders what goes first; never trusted beyond that. */
  usedAt: number
}

export type CopiesDatabase = Dexie & {
  copies: Table<CopyRow, string>
  bytes: EntityTable<BytesRow, 'contentId'>
  thumbs: EntityTable<BytesRow, 'contentId'>
}

/** Name of the database, before the id of whose it is; `app/main.tsx` knows it too. */
const copiesNamePrefix = 'paper-copies-'

export function isCopiesName(name: string, keep: readonly string[]): boolean {
  return name.startsWith(copiesNamePrefix) && !keep.some((userId) => name === copiesNamePrefix + userId)
}

/** What the server has and can give again: relaxed, disposable, apart from what it must never be mistaken for. */
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
