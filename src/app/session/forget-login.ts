import { beginLeaving } from './leaving-mark.ts'
import { announce } from './session-channel.ts'
import { session } from './session-store.ts'
import { clearStoredLogin, readStoredLogin } from './stored-login.ts'

/**
 * The part of signing out that must not be lost when the window is closed or left with the same press: it waits for nothing. The server is told; local
 * storage and the other tabs no longer know the login; a mark says whose row beside the outbox still has to go. A second call changes nothing.
 */
export function forgetLogin(): void {
  reportToServer()
  if (session.user) beginLeaving(session.user.id)
  clearStoredLogin()
  announce({ type: 'signed_out' })
}

function reportToServer(): void {
  const { accessToken, refreshToken } = readStoredLogin()
  if (!accessToken && !refreshToken) return
  const headers = new Headers({ 'content-type': 'application/json' })
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  const body = JSON.stringify(refreshToken ? { refresh_token: refreshToken } : {})
  void fetch('/oauth/logout', { method: 'POST', keepalive: true, headers, body }).catch(() => null)
}
