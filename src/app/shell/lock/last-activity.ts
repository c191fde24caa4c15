import { onLettingGo } from '../../session/clean-up-on-sign-out.ts'
import { readStoredLogin } from '../../session/stored-login.ts'

const key = 'screen_active_at'

/** Minimum interval between writes (ms); precise enough for a lock after ten minutes or more. */
const everyMs = 5_000

/** Last activity written by this tab, in epoch milliseconds. */
let noted = 0

onLettingGo(() => {
  noted = 0
  localStorage.removeItem(key)
})

/** Records user activity; all tabs share it through local storage. */
export function noteActivity(now: number): void {
  // Once sign-out has begun, nothing may be written to the device.
  if (Math.abs(now - noted) < everyMs || readStoredLogin().userInfo === null) return
  noted = now
  localStorage.setItem(key, String(now))
}

/**
 * Time of the last activity in any tab. A time in the future (the clock was set back) counts as
 * now.
 */
export function lastActivity(now: number): number {
  const told = Number(localStorage.getItem(key) ?? '0')
  const last = Math.max(noted, Number.isFinite(told) ? told : 0)
  return last > now ? now : last
}
