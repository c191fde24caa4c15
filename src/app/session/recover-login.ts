import { browserRuntime } from '#mirror/browser-runtime.ts'
import { findSession } from '#mirror/outbox/session/device-sessions.ts'
import { endLeaving, isLeaving } from './leaving-mark.ts'
import { dropBesideOutbox } from './session-beside-outbox.ts'
import { writeStoredLogin } from './stored-user.ts'

/**
 * Brings the login back into local storage from the row beside the outbox. A browser that is killed may forget what it wrote to local storage last; without
 * this, somebody offline would stand before their own unsent work as a stranger. Whoever was signing out when the window closed is signed out to the end
 * instead.
 */
export async function recoverLogin(): Promise<void> {
  const row = await findSession(browserRuntime())
  if (!row) return endLeaving()
  if (isLeaving(row.userInfo.id)) return dropBesideOutbox(row.userInfo.id)
  writeStoredLogin({ access_token: row.accessToken, refresh_token: row.refreshToken, user_info: row.userInfo })
}
