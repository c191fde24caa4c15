import { checkTokenResponseSchema, type UserInfo, userInfoResponseSchema } from '#contract/session/session.ts'
import { setLapsed, setSignedOut, setUser } from '../session-store.ts'
import { callSignIn } from '../sign-in/sign-in-call.ts'
import { refreshTokens } from './login-tokens.ts'
import { saveSealingRule } from './sealing-rule.ts'
import { watchSessionRow } from './session-row-sync.ts'
import { clearStoredLogin, saveUser, type StoredLogin } from './stored-login.ts'
import { readStoredUser } from './stored-user.ts'

/**
 * Restores a stored login before the first render. Without a network the stored user keeps working.
 */
export async function restoreStoredUser(
  login: StoredLogin,
  decision: 'stored' | 'ask_user' | 'refresh',
): Promise<void> {
  const stored = readStoredUser()
  if (decision === 'refresh') return restoreByRefresh(stored)
  if (stored) {
    setUser(stored)
    // Not awaited: a slow server must not delay a screen that works from the device.
    void confirmLogin(stored, login)
    return
  }
  const user = await fetchUser(login)
  if (user) setUser(saveUser(user))
  else setSignedOut()
}

async function restoreByRefresh(stored: UserInfo | null): Promise<void> {
  const outcome = await refreshTokens()
  if (outcome.kind === 'renewed') return setUser(outcome.user)
  // Unreachable is not refused. Offline, the stored user keeps working and the next call that gets
  // through decides.
  if (outcome.kind === 'unreachable' && stored) return setUser(stored)
  if (outcome.kind === 'refused') clearStoredLogin()
  setSignedOut()
}

async function confirmLogin(user: UserInfo, login: StoredLogin): Promise<void> {
  await watchSessionRow(user, login).catch(() => null)
  const body = { access_token: login.accessToken }
  const checkResult = await callSignIn('/oauth/check_token/kakao/', { body, schema: checkTokenResponseSchema })
  if (checkResult.ok && checkResult.value.seals_copies !== undefined) saveSealingRule(checkResult.value.seals_copies)
  if (!checkResult.ok || checkResult.value.is_valid) return
  const outcome = await refreshTokens()
  if (outcome.kind === 'renewed') setUser(outcome.user)
  if (outcome.kind === 'refused') setLapsed(outcome.reason)
}

async function fetchUser(login: StoredLogin): Promise<UserInfo | null> {
  const result = await callSignIn('/oauth/get_user_info/kakao/', {
    body: {
      access_token: login.accessToken,
      ...(login.refreshToken ? { refresh_token: login.refreshToken } : {}),
    },
    schema: userInfoResponseSchema,
  })
  if (result.ok) return result.value.user_info
  const outcome = await refreshTokens()
  return outcome.kind === 'renewed' ? outcome.user : null
}
