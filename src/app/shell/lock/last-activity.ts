import { onSignOut } from '../../session/clean-up-on-sign-out.ts'
import { readStoredLogin } from '../../session/stored-login.ts'

const key = 'screen_active_at'

/** Minimum interval between writes (ms); precise enough for a lock after ten minutes or more. */
const everyMs = 5_000

let lastInThisTab = 0

onSignOut(() => {
  lastInThisTab = 0
  localStorage.removeItem(key)
})

/** Records user activity; all tabs share it through local storage. */
export function noteActivity(now: number): void {
  // Not after sign-out has begun: nothing of it may stay on the device.
  if (Math.abs(now - lastInThisTab) < everyMs || readStoredLogin().userInfo === null) return
  lastInThisTab = now
  localStorage.setItem(key, String(now))
}

/**
 * Time of the last activity in any tab. A time in the future (the clock was set back) counts as
 * now.
 */
export function lastActivity(now: number): number {
  const storedTime = Number(localStorage.getItem(key) ?? '0')
  const last = Math.max(lastInThisTab, Number.isFinite(storedTime) ? storedTime : 0)
  return last > now ? now : last
}
