import { OutboxWriteError } from '#mirror/offline-copy.ts'

/**
 * Whether a write failed because this device has no room. Dexie wraps the browser's error in
 * `inner`.
 */
export function isQuotaError(error: unknown): boolean {
  if (error instanceof OutboxWriteError) return error.reason === 'full'
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isQuotaError(error.inner)
}
