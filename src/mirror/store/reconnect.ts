import type { Dexie } from 'dexie'

const connectionErrorNames = new Set([
  'InvalidStateError',
  'UnknownError',
  'DatabaseClosedError',
  'AbortError',
  'OpenFailedError',
  'TransactionInactiveError',
])

/**
 * Names of an error and its causes. Dexie wraps the browser's error in `inner`; a full disk shows
 * as AbortError around QuotaExceededError.
 */
export function listErrorNames(error: unknown): string[] {
  const names: string[] = []
  let current: unknown = error
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth++) {
    if ('name' in current && typeof current.name === 'string') names.push(current.name)
    current = 'inner' in current ? current.inner : undefined
  }
  return names
}

/** Whether the storage went away, as opposed to having no room. */
export function isConnectionLost(error: unknown): boolean {
  const names = listErrorNames(error)
  return !names.includes('QuotaExceededError') && names.some((name) => connectionErrorNames.has(name))
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

type Connection = IDBDatabase | null

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
