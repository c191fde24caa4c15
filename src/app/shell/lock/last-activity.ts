import { onLettingGo } from '../../session/clean-up-on-sign-out.ts'
import { readStoredLogin } from '../../session/stored-login.ts'

const key = 'screen_active_at'
/**
 * Minimum interval between writes in ms; five seconds don't matter for a lock after ten minutes or
 * more.
 */
const everyMs = 5_000

let noted = 0

onLettingGo(() => {
  noted = 0
  localStorage.removeItem(key)
})

/** Records user activity in this tab; every tab of the browser sees it. */
export function noteActivity(now: number): void {
  // Not after sign-out has begun: nothing of it may stay on the device.
  if (Math.abs(now - noted) < everyMs || readStoredLogin().userInfo === null) return
  noted = now
  localStorage.setItem(key, String(now))
}

/**
 * Time of the last activity in any tab. A time in the future counts as now, so setting the clock
 * back makes no one idle.
 */
export function lastActivity(now: number): number {
  const told = Number(localStorage.getItem(key) ?? '0')
  const last = Math.max(noted, Number.isFinite(told) ? told : 0)
  return last > now ? now : last
}
