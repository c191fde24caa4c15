import type { Dexie } from 'dexie'
import { OutboxWriteError } from '#mirror/offline-copy.ts'
import { StorageSilentError } from '#mirror/runtime/limit-storage.ts'
import { listErrorNames } from './is-quota-error.ts'

const connectionErrorNames = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'AbortError',
  'OpenFailedError',
  'TransactionInactiveError',
])

/** Whether the storage went away, as opposed to having no room. */
export function isConnectionLost(error: unknown): boolean {
  const names = listErrorNames(error)
  return !names.includes('QuotaExceededError') && names.some((name) => connectionErrorNames.has(name))
}

/** The browser stores nothing at all: it has no IndexedDB, or its settings forbid it. */
const refusalNames = new Set(['NotSupportedError', 'SecurityError', 'MissingAPIError'])

/** Why the device could not open, read or write; null: not a failure of its storage. */
export function findStorageFailure(error: unknown): OutboxWriteError['reason'] | null {
  if (error instanceof OutboxWriteError) return error.reason
  if (error instanceof StorageSilentError) return error.isBlocked ? 'blocked' : 'silent'
  const names = listErrorNames(error)
  if (names.includes('QuotaExceededError')) return 'full'
  if (names.some((name) => refusalNames.has(name))) return 'refused'
  if (names.some((name) => connectionErrorNames.has(name))) return 'lost'
  return names.includes('DataCloneError') ? 'invalid' : null
}

/** A failure of the storage as an OutboxWriteError; anything else is a bug and returned unchanged. */
export function toWriteError(error: unknown): unknown {
  const reason = error instanceof OutboxWriteError ? null : findStorageFailure(error)
  return reason ? new OutboxWriteError(reason, error) : error
}

/**
 * Reads or writes; once more on a new connection if the current one was lost. Browsers cut
 * connections when they end their storage process, and WebKit when the tablet sleeps.
 */
export async function withReopening<T>(db: Dexie, work: () => PromiseLike<T>): Promise<T> {
  const connection = getConnection(db)
  try {
    return await work()
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    await reopen(db, connection)
    return await work()
  }
}

export type Connection = IDBDatabase | null

/** The connection in use, to be passed to `reopen` when it fails. */
export function getConnection(db: Dexie): Connection {
  return db.backendDB() ?? null
}

const reopenings = new WeakMap<Dexie, Promise<void>>()

/**
 * Replaces the connection that failed, once for all callers: a second close would cut off the work
 * that already runs on the new one.
 */
export async function reopen(db: Dexie, failed: Connection): Promise<void> {
  const running = reopenings.get(db)
  if (running) return await running
  if (db.isOpen() && getConnection(db) !== failed) return
  const reopening = openAgain(db).finally(() => reopenings.delete(db))
  reopenings.set(db, reopening)
  await reopening
}

async function openAgain(db: Dexie): Promise<void> {
  db.close({ disableAutoOpen: false })
  await db.open()
}
