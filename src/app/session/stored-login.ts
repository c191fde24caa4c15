import type { sessionStorageKeys } from '#contract/session/session.ts'

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
