import { Dexie, type EntityTable, type Table } from 'dexie'
import type { CollectionName } from '#contract/books/collections.ts'
import type { FieldValue } from '#contract/books/field.ts'
import type { Problem } from '#contract/problem.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import { limitOperations } from '#mirror/store/limit-operations.ts'
import { sealTables } from '#mirror/store/seal.ts'

/**
 * The file of a paper that the server has not confirmed completely. It is removed only when the
 * server has every byte, or when the user drops it.
 *
 *   waiting ──every byte confirmed──▶ (removed; a copy stays while there is room)
 *     ▲ │ no response, 5xx, 507, 401: retried later from the byte the server names
 *     │ └ 4xx of our own server ▶ refused
 *     └──────── retry ────────────┘
 */
export interface WaitingFile {
  /** Send order; never a clock. */
  readonly seq: number
  readonly contentId: string
  readonly name: string
  readonly mediaType: string
  readonly size: number
  /** SHA-256 of the bytes, hex. */
  readonly digest: string
  readonly addedAt: number
  readonly state: 'waiting' | 'refused'
  /**
   * The server has responded to the declaration; false again after it reported the file unknown.
   */
  readonly isDeclared: boolean
  /**
   * Bytes the server last confirmed. Sending resumes there unless the server names another
   * position.
   */
  readonly received: number
  /** Consecutive failures. */
  readonly failures: number
  /** Earliest time of the next attempt (runtime/timing.ts). */
  readonly nextTryAt: number
  /** Why our server refused it or does not accept it yet. */
  readonly problem: Problem | null
  /** The file's record, until the outbox is known to hold it: the page may close in between. */
  readonly unrecorded: UnrecordedPaper | null
}

export interface UnrecordedPaper {
  readonly collection: CollectionName
  readonly id: string
  readonly fields: Readonly<Record<string, FieldValue>>
}

export interface BytesRow {
  contentId: string
  bytes: Uint8Array
}

export type PapersDatabase = Dexie & {
  contents: Table<WaitingFile, number, Omit<WaitingFile, 'seq'>>
  /** Separate from the metadata, so that listing what waits reads no megabytes. */
  bytes: EntityTable<BytesRow, 'contentId'>
  thumbs: EntityTable<BytesRow, 'contentId'>
}

const papersNamePrefix = 'papers-'

export function buildPapersName(userId: string): string {
  return papersNamePrefix + userId
}

/**
 * Describes the database of waiting papers without opening it. Schema changes only add, as in the
 * outbox. It is separate because storing a photograph takes as long as a hundred edits, and no edit
 * may wait for one.
 */
export function createPapersDatabase(runtime: Runtime, userId: string): PapersDatabase {
  const db = new Dexie(buildPapersName(userId), {
    indexedDB: runtime.indexedDB,
    IDBKeyRange: runtime.IDBKeyRange,
    autoOpen: false,
    chromeTransactionDurability: 'strict',
  })
  db.version(1).stores({ contents: '++seq, &contentId', bytes: 'contentId', thumbs: 'contentId' })
  limitOperations(db)
  sealTables(db, ['contents', 'bytes', 'thumbs'], runtime.seals?.outbox)
  return db as PapersDatabase
}
