import { proxy } from 'valtio'
import { lastActivity } from './last-activity.ts'
import { screenLock } from './screen-lock.ts'

const lookMs = 1_000
/** Nobody is locked out without having been told so long before. */
const noticeMs = 60_000

/** A lock that falls when nobody was at the device for `limitMs`. */
export interface IdleLock {
  readonly limitMs: number
  lock(): void
}

/** When the screens will be locked; null unless that is less than a minute away. */
export const idleNotice = proxy<{ locksAt: number | null }>({ locksAt: null })

/** Somebody is here after all. */
export function endNotice(): void {
  idleNotice.locksAt = null
}

/** Counts in every tab. `lockNow` answers the lock that holds at this moment, null where none does. Returns the end of it. */
export function countDown(lockNow: () => IdleLock | null): () => void {
  const look = setInterval(() => {
    const now = Date.now()
    const held = lockNow()
    const locksAt = held === null ? Infinity : lastActivity(now) + held.limitMs
    if (now >= locksAt) held?.lock()
    const isNear = now >= locksAt - noticeMs && screenLock.reasons.length === 0
    idleNotice.locksAt = isNear ? locksAt : null
  }, lookMs)
  return () => {
    clearInterval(look)
    endNotice()
  }
}
