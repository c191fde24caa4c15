import { readStoredLogin } from './stored-login.ts'
import type { StoredLogin } from './stored-login.ts'

/**
 * What to do at start with what local storage holds (spec 1 §4 "On start"):
 * `stored`: go on with the stored user at once, network or not, and let the server check the token meanwhile. `ask_user`: the token is there but nobody
 * knows whose it is. `refresh`: only a refresh token is there. `nobody`: signed out.
 */
export function decideRestore(login: StoredLogin): 'stored' | 'ask_user' | 'refresh' | 'nobody' {
  if (login.accessToken) return login.userInfo ? 'stored' : 'ask_user'
  return login.refreshToken ? 'refresh' : 'nobody'
}

/** Restores the session before the first screen is drawn. A visitor without a login loads nothing for it. */
export async function restoreSession(): Promise<void> {
  try {
    if (decideRestore(readStoredLogin()) === 'nobody') await recoverWhereStaffWorked()
    const login = readStoredLogin()
    const decision = decideRestore(login)
    if (decision === 'nobody') return
    const { restoreLogin } = await import('./restore-login.ts')
    await restoreLogin(login, decision)
  } catch {
    // This part of the app was never fetched and there is no network: the public pages open, and the stored login waits for the next start.
  }
}

/** Only a device with an outbox can hold a session that local storage forgot; nobody else loads code for it. */
async function recoverWhereStaffWorked(): Promise<void> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name?.startsWith('outbox-'))) return
  const { recoverLogin } = await import('./recover-login.ts')
  await recoverLogin()
}
