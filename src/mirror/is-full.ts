import { OutboxWriteError } from './offline-copy.ts'

/** Whether something could not be written because this device has no room. Dexie wraps the browser's error in `inner`. */
export function isFull(error: unknown): boolean {
  if (error instanceof OutboxWriteError) return error.reason === 'full'
  if (typeof error !== 'object' || error === null) return false
  if ('name' in error && error.name === 'QuotaExceededError') return true
  return 'inner' in error && error.inner !== error && isFull(error.inner)
}
