import { findSession } from '#mirror/outbox/session.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { dropSessionRow } from './session-row-sync.ts'
import { clearSigningOut, isSigningOut, writeStoredLogin } from './stored-login.ts'

/**
 * Restores the login to local storage from the row next to the outbox. A browser that is killed may
 * lose its last writes to local storage, and someone offline would then be locked out of their own
 * unsent work. If the user was signing out when the window closed, finishes the sign-out instead.
 */
export async function restoreTokensFromOutbox(): Promise<void> {
  const row = await findSession(createBrowserRuntime())
  if (!row) return clearSigningOut()
  if (isSigningOut(row.userInfo.id)) return dropSessionRow(row.userInfo.id)
  writeStoredLogin({ access_token: row.accessToken, refresh_token: row.refreshToken, user_info: row.userInfo })
}
