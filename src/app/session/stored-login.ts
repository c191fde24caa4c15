import type { sessionStorageKeys } from '#contract/session.ts'

/** Only the type comes from the contract: its schemas would add a third to what a visitor downloads. The compiler holds both lists together. */
export const storageKeys: typeof sessionStorageKeys = {
  accessToken: 'access_token',
  refreshToken: 'refresh_token',
  userInfo: 'user_info',
  lastLoginTime: 'last_login_time',
  authState: 'kakao_auth_state',
  providerToken: 'kakao_token',
  providerRefreshToken: 'kakao_refresh_token',
}

/** The login as it stands in local storage, unchecked. */
export interface StoredLogin {
  accessToken: string | null
  refreshToken: string | null
  /** JSON text. */
  userInfo: string | null
}

/** Local storage can be denied (private windows, policies); then nobody is signed in. */
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

/** Removes everything a login leaves in local storage (spec 1 §4 "Logout"). Unsent work is in another place and stays. */
export function clearStoredLogin(): void {
  try {
    for (const key of Object.values(storageKeys)) localStorage.removeItem(key)
  } catch {
    // Denied storage holds nothing to remove.
  }
}
