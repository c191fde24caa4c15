import { browserRuntime } from '#mirror/browser-runtime.ts'
import { findSession } from '#mirror/session/find-session.ts'
import { writeStoredLogin } from './stored-user.ts'

/**
 * Brings the login back into local storage from the row beside the outbox. A browser that is killed may forget what it wrote to local storage last; without
 * this, somebody offline would stand before their own unsent work as a stranger.
 */
export async function recoverLogin(): Promise<void> {
  const row = await findSession(browserRuntime())
  if (row) writeStoredLogin({ access_token: row.accessToken, refresh_token: row.refreshToken, user_info: row.userInfo })
}
