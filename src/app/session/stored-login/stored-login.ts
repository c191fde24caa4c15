import { deviceStorage } from '#app/ui/browser/device-storage.ts'
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

export function readStoredLogin(): StoredLogin {
  return {
    accessToken: deviceStorage.getItem(storageKeys.accessToken) || null,
    refreshToken: deviceStorage.getItem(storageKeys.refreshToken) || null,
    userInfo: deviceStorage.getItem(storageKeys.userInfo) || null,
  }
}

/**
 * Writes only the copy in local storage; renewal happens in the row next to the outbox. A late
 * renewal does not bring back a user who is signing out.
 */
export function writeStoredLogin(tokens: Pick<Tokens, 'access_token' | 'refresh_token' | 'user_info'>): void {
  if (isSigningOut(tokens.user_info.id)) return
  deviceStorage.setItem(storageKeys.accessToken, tokens.access_token)
  deviceStorage.setItem(storageKeys.refreshToken, tokens.refresh_token)
  // The same pair under the provider's key names; the provider's own tokens never leave the server.
  deviceStorage.setItem(storageKeys.providerToken, tokens.access_token)
  deviceStorage.setItem(storageKeys.providerRefreshToken, tokens.refresh_token)
  deviceStorage.setItem(storageKeys.lastLoginTime, new Date().toISOString())
  saveUser(tokens.user_info)
}

export function saveUser(user: UserInfo): UserInfo {
  deviceStorage.setItem(storageKeys.userInfo, JSON.stringify(user))
  return user
}

/** Removes all login data from local storage. Unsent work is stored elsewhere and stays. */
export function clearStoredLogin(): void {
  for (const key of Object.values(storageKeys)) deviceStorage.removeItem(key)
}

const signingOutKey = 'leaving_user'

/**
 * Marks the user whose sign-out has begun while their session row is still next to the outbox.
 * Until the row is removed, nothing may restore the login from it.
 */
export function markSigningOut(userId: string): void {
  deviceStorage.setItem(signingOutKey, userId)
}

export function isSigningOut(userId: string): boolean {
  return deviceStorage.getItem(signingOutKey) === userId
}

/** Call once the row is removed or someone has signed in again. */
export function clearSigningOut(): void {
  deviceStorage.removeItem(signingOutKey)
}
