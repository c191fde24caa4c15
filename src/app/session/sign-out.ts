import { letGo } from './let-go.ts'
import { removeCopies } from './remove-copies.ts'
import { announce } from './session-channel.ts'
import { dropBesideOutbox } from './session-beside-outbox.ts'
import { session, setSignedOut } from './session-store.ts'
import { clearStoredLogin, readStoredLogin } from './stored-login.ts'

/**
 * Ends the session here and in every tab, and takes the person's copy of the office's records off this device. The server is told but not waited for:
 * without a network the device still forgets login and records at once. Unsent work is not touched; whoever calls this has asked about it.
 */
export async function signOut(): Promise<void> {
  const { accessToken, refreshToken } = readStoredLogin()
  const headers = new Headers({ 'content-type': 'application/json' })
  if (accessToken) headers.set('authorization', `Bearer ${accessToken}`)
  const body = JSON.stringify(refreshToken ? { refresh_token: refreshToken } : {})
  void fetch('/oauth/logout', { method: 'POST', keepalive: true, headers, body }).catch(() => null)
  const userId = session.user?.id
  await letGo()
  // A device whose storage is gone must still be able to sign out.
  if (userId) await dropBesideOutbox(userId).catch(() => null)
  clearStoredLogin()
  announce({ type: 'signed_out' })
  setSignedOut()
  // Not waited for: a tab that holds on to a database must not keep this person from leaving. What is left over goes at the next start.
  void removeCopies([])
}
