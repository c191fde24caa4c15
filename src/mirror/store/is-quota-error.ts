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
