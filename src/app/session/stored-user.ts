import { type Tokens, type UserInfo, userInfoSchema } from '#contract/session/session.ts'
import { isSigningOut, readStoredLogin, storageKeys } from './stored-login.ts'

export type RefreshOutcome =
  | { kind: 'renewed'; user: UserInfo }
  /**
   * The server refused; only a new sign-in helps. `reason` is set when the device itself refused.
   */
  | { kind: 'refused'; reason?: string }
  /** Our server did not respond: the session stays as it is. */
  | { kind: 'unreachable' }

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

/** The stored user; null when missing or invalid. */
export function readStoredUser(): UserInfo | null {
  try {
    return userInfoSchema.parse(JSON.parse(readStoredLogin().userInfo ?? 'null'))
  } catch {
    return null
  }
}

/**
 * Whether copies on devices must be sealed, as the server last reported at sign-in or page start
 * (`OFFLINE_COPIES`). Stored because a device without a network must know it too; applies from the
 * next page load. Belongs to the device, not to a user, so it survives sign-out.
 */
const sealingRuleKey = 'sealed_copies'

export function saveSealingRule(isSealed: boolean): void {
  if (isSealed) localStorage.setItem(sealingRuleKey, '1')
  else localStorage.removeItem(sealingRuleKey)
}

export function isSealingRequired(): boolean {
  return localStorage.getItem(sealingRuleKey) === '1'
}
