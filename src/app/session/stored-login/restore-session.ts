import { readStoredLogin, type StoredLogin } from './stored-login.ts'

/**
 * What to do at start with the contents of local storage.
 * `stored`: continue with the stored user at once, with or without a network; the server checks the
 * token meanwhile. `ask_user`: there is a token but no user. `refresh`: there is only a refresh
 * token. `nobody`: signed out.
 */
export function decideRestore(login: StoredLogin): 'stored' | 'ask_user' | 'refresh' | 'nobody' {
  if (login.accessToken) return login.userInfo ? 'stored' : 'ask_user'
  return login.refreshToken ? 'refresh' : 'nobody'
}

/** Restores the session before the first render. A visitor without a login loads no code for it. */
export async function restoreSession(): Promise<void> {
  try {
    if (decideRestore(readStoredLogin()) === 'nobody') await restoreTokensWhereStaffWorked()
    const login = readStoredLogin()
    const decision = decideRestore(login)
    if (decision === 'nobody') return
    const { restoreStoredUser } = await import('./restore-stored-user.ts')
    await restoreStoredUser(login, decision)
  } catch {
    // This chunk was never fetched and there is no network. The public pages open, and the stored
    // login waits for the next start.
  }
}

/**
 * Only a device with an outbox can hold a session that local storage lost; others load no code for
 * it.
 */
async function restoreTokensWhereStaffWorked(): Promise<void> {
  const databases = await indexedDB.databases()
  if (!databases.some(({ name }) => name?.startsWith('outbox-'))) return
  const { restoreTokensFromOutbox } = await import('./restore-tokens-from-outbox.ts')
  await restoreTokensFromOutbox()
}
