import { userInfoSchema } from '#contract/session.ts'
import type { Tokens, UserInfo } from '#contract/session.ts'
import { isLeaving } from './leaving-mark.ts'
import { readStoredLogin, storageKeys } from './stored-login.ts'

export type RefreshOutcome =
  | { kind: 'renewed'; user: UserInfo }
  /** The server said no: only a new sign-in helps. `reason`: where it was not the server. */
  | { kind: 'refused'; reason?: string }
  /** Nobody answered, or not our server: the session stays as it is. */
  | { kind: 'unreachable' }

/** The copy in local storage alone; the row beside the outbox is where renewing happens. Whoever is leaving is not brought back by a late renewal. */
export function writeStoredLogin(tokens: Pick<Tokens, 'access_token' | 'refresh_token' | 'user_info'>): void {
  if (isLeaving(tokens.user_info.id)) return
  localStorage.setItem(storageKeys.accessToken, tokens.access_token)
  localStorage.setItem(storageKeys.refreshToken, tokens.refresh_token)
  // The same pair under the provider's names: the provider's own tokens never leave the server.
  localStorage.setItem(storageKeys.providerToken, tokens.access_token)
  localStorage.setItem(storageKeys.providerRefreshToken, tokens.refresh_token)
  localStorage.setItem(storageKeys.lastLoginTime, new Date().toISOString())
  saveUser(tokens.user_info)
}

export function saveUser(user: UserInfo): UserInfo {
  localStorage.setItem(storageKeys.userInfo, JSON.stringify(user))
  return user
}

/** The user as local storage has it; null when there is none or it does not fit. */
export function readStoredUser(): UserInfo | null {
  try {
    return userInfoSchema.parse(JSON.parse(readStoredLogin().userInfo ?? 'null'))
  } catch {
    return null
  }
}
