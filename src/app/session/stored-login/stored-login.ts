import type { sessionStorageKeys, Tokens, UserInfo } from '#contract/session/session.ts'

/**
 * Imports only the type from the contract, because its schemas would add a third to a visitor's
 * download. The compiler keeps both lists in step.
 */
export const storageKeys: typeof sessionStorageKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  userInfo: 'user_info',
  lastLoginTime: 'last_login_time',
  authState: 'kakao_auth_state',
  providerToken: 'kakao_token',
  providerRefreshToken: 'kakao_refresh_token',
}

/** The login in local storage, unvalidated. */
export interface StoredLogin {
  accessToken: string | null
  refreshToken: string | null
  /** JSON text. */
  userInfo: string | null
}

/** Local storage can be denied (private windows, policies); then no one is signed in. */
export function readStoredLogin(): StoredLogin {
  try {
    return {
      accessToken: localStorage.getItem(storageKeys.accessToken) || null,
      refreshToken: localStorage.getItem(storageKeys.refreshToken) || null,
      userInfo: localStorage.getItem(storageKeys.userInfo) || null,
    }
  } catch {
    return { accessToken: null, refreshToken: null, userInfo: null }
  }
}

/**
 * Writes only the copy in local storage; renewal happens in the row next to the outbox. A late
 * renewal does not bring back a user who is signing out.
 */
export function writeStoredLogin(tokens: Pick<Tokens, 'access_token' | 'refresh_token' | 'user_info'>): void {
  if (isSigningOut(tokens.user_info.id)) return
  localStorage.setItem(storageKeys.accessToken, tokens.access_token)
  localStorage.setItem(storageKeys.refreshToken, tokens.refresh_token)
  // The same pair under the provider's key names; the provider's own tokens never leave the server.
  localStorage.setItem(storageKeys.providerToken, tokens.access_token)
  localStorage.setItem(storageKeys.providerRefreshToken, tokens.refresh_token)
  localStorage.setItem(storageKeys.lastLoginTime, new Date().toISOString())
  saveUser(tokens.user_info)
}

export function saveUser(user: UserInfo): UserInfo {
  localStorage.setItem(storageKeys.userInfo, JSON.stringify(user))
  return user
}

/** Removes all login data from local storage. Unsent work is stored elsewhere and stays. */
export function clearStoredLogin(): void {
  try {
    for (const key of Object.values(storageKeys)) localStorage.removeItem(key)
  } catch {
    // Denied storage has nothing to remove.
  }
}

const signingOutKey = 'leaving_user'

/**
 * Marks the user whose sign-out has begun while their session row is still next to the outbox.
 * Until the row is removed, nothing may restore the login from it.
 */
export function markSigningOut(userId: string): void {
  try {
    localStorage.setItem(signingOutKey, userId)
  } catch {
    // Storage is denied or full. The row is removed in a moment anyway, unless the window closes
    // first.
  }
}

export function isSigningOut(userId: string): boolean {
  try {
    return localStorage.getItem(signingOutKey) === userId
  } catch {
    return false
  }
}

/** Call once the row is removed or someone has signed in again. */
export function clearSigningOut(): void {
  try {
    localStorage.removeItem(signingOutKey)
  } catch {
    // Denied storage has no mark to remove.
  }
}
