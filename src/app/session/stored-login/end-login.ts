import { broadcastSessionEvent } from '../session-channel.ts'
import { session } from '../session-store.ts'
import { clearStoredLogin, markSigningOut, readStoredLogin } from './stored-login.ts'

/**
 * The synchronous part of signing out, so that closing the window right away cannot lose it.
 * Reports the sign-out to the server, clears local storage and the other tabs, and marks whose
 * session row next to the outbox still has to be removed. Calling it twice has no further effect.
 */
export function endLogin(): void {
  reportToServer()
  if (session.user) markSigningOut(session.user.id)
  clearStoredLogin()
  broadcastSessionEvent({ type: 'signed_out' })
}

function reportToServer(): void {
  const { accessToken, refreshToken } = readStoredLogin()
  if (!accessToken && !refreshToken) return
  const headers = new Headers({ 'content-type': 'application/json' })
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  const body = JSON.stringify(refreshToken ? { refresh_token: refreshToken } : {})
  void fetch('/oauth/logout', { method: 'POST', keepalive: true, headers, body }).catch(() => null)
}
