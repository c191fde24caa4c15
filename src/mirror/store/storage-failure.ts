import { OutboxWriteError } from '#mirror/offline-copy.ts'
import { StorageSilentError } from '#mirror/runtime/limit-storage.ts'
import { isConnectionLost, listErrorNames } from './reconnect.ts'

/** The browser stores nothing at all: it has no IndexedDB, or its settings forbid it. */
const refusalNames = new Set(['NotSupportedError', 'SecurityError', 'MissingAPIError'])

/** Why the device could not open, read or write; null: not a failure of its storage. */
export function findStorageFailure(error: unknown): OutboxWriteError['reason'] | null {
  if (error instanceof OutboxWriteError) return error.reason
  if (error instanceof StorageSilentError) return error.isBlocked ? 'blocked' : 'silent'
  const names = listErrorNames(error)
  if (names.includes('QuotaExceededError')) return 'full'
  if (names.some((name) => refusalNames.has(name))) return 'refused'
  if (isConnectionLost(error)) return 'lost'
  return names.includes('DataCloneError') ? 'invalid' : null
}

/**
 * A failure of the storage as an OutboxWriteError; anything else is a bug and is returned
 * unchanged.
 */
export function toWriteError(error: unknown): unknown {
  const reason = error instanceof OutboxWriteError ? null : findStorageFailure(error)
  return reason ? new OutboxWriteError(reason, error) : error
}
