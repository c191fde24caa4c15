import { onLettingGo } from '../../session/clean-up-on-sign-out.ts'
import { readStoredLogin } from '../../session/stored-login.ts'

const key = 'screen_active_at'
/** Written at most this often; nobody minds five seconds of half an hour. */
const everyMs = 5_000

let noted = 0

onLettingGo(() => {
  noted = 0
  localStorage.removeItem(key)
})

/** Somebody pressed a key, moved the pointer or touched the screen in this tab; every tab of the browser hears of it. */
export function noteActivity(now: number): void {
  // Whoever is leaving is not noted any more: nothing of it stays on the device.
  if (Math.abs(now - noted) < everyMs || readStoredLogin().userInfo === null) return
  noted = now
  localStorage.setItem(key, String(now))
}

/** When somebody was last there, in any tab. A clock that was set back makes nobody idle. */
export function lastActivity(now: number): number {
  const told = Number(localStorage.getItem(key) ?? '0')
  const last = Math.max(noted, Number.isFinite(told) ? told : 0)
  return last > now ? now : last
}
