import { proxy } from 'valtio'
import { onSignOut } from '#app/session/session-channel.ts'
import { readStoredLogin } from '#app/session/stored-login/stored-login.ts'
import { deviceStorage } from '#app/ui/browser/device-storage.ts'
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
 * Runs in every tab. `getLock` returns the lock that applies at the moment, or null. Returns the
 * stop function.
 */
export function startIdleCountdown(getLock: () => IdleLock | null): () => void {
  const timer = setInterval(() => {
    const now = Date.now()
    const lock = getLock()
    const locksAt = lock === null ? Infinity : lastActivity(now) + lock.limitMs
    if (now >= locksAt) lock?.lock()
    const isNear = now >= locksAt - noticeMs && screenLock.reasons.length === 0
    idleNotice.locksAt = isNear ? locksAt : null
  }, tickMs)
  return () => {
    clearInterval(timer)
    endNotice()
  }
}

const activityKey = 'screen_active_at'

/** Minimum interval between writes (ms); precise enough for a lock after ten minutes or more. */
const recordEveryMs = 5_000

let lastInThisTab = 0

onSignOut(() => {
  lastInThisTab = 0
  deviceStorage.removeItem(activityKey)
})

/** Records user activity; all tabs share it through local storage. */
export function recordActivity(now: number): void {
  // Not after sign-out has begun: nothing of it may stay on the device.
  if (Math.abs(now - lastInThisTab) < recordEveryMs || readStoredLogin().userInfo === null) return
  lastInThisTab = now
  deviceStorage.setItem(activityKey, String(now))
}

/**
 * Time of the last activity in any tab. A time in the future (the clock was set back) counts as
 * now.
 */
function lastActivity(now: number): number {
  const storedTime = Number(deviceStorage.getItem(activityKey) ?? '0')
  const last = Math.max(lastInThisTab, Number.isFinite(storedTime) ? storedTime : 0)
  return last > now ? now : last
}
