import { proxy } from 'valtio'
import { lastActivity } from './last-activity.ts'
import { screenLock } from './screen-lock.ts'

const tickMs = 1_000
/** How long before the lock the notice appears. */
const noticeMs = 60_000

/** A lock that engages after `limitMs` without activity. */
export interface IdleLock {
  readonly limitMs: number
  lock(): void
}

/** When the screens will be locked; null when that is more than a minute away. */
export const idleNotice = proxy<{ locksAt: number | null }>({ locksAt: null })

/** Ends the notice because the user is active. */
export function endNotice(): void {
  idleNotice.locksAt = null
}

/**
 * Runs in every tab. `lockNow` returns the lock that applies at the moment, or null. Returns the
 * stop function.
 */
export function countDown(lockNow: () => IdleLock | null): () => void {
  const look = setInterval(() => {
    const now = Date.now()
    const lockState = lockNow()
    const locksAt = lockState === null ? Infinity : lastActivity(now) + lockState.limitMs
    if (now >= locksAt) lockState?.lock()
    const isNear = now >= locksAt - noticeMs && screenLock.reasons.length === 0
    idleNotice.locksAt = isNear ? locksAt : null
  }, tickMs)
  return () => {
    clearInterval(look)
    endNotice()
  }
}
