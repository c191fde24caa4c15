import { noRefreshTokenText, type Tokens, tokensSchema } from '#contract/session/session.ts'
import { createBrowserRuntime } from '#mirror/runtime/browser-runtime.ts'
import { withLock } from '#mirror/runtime/take-lock.ts'
import { broadcastSessionEvent } from '../session-channel.ts'
import { callSignIn } from '../sign-in/sign-in-call.ts'
import { saveSealingRule } from './sealing-rule.ts'
import { type RefreshOutcome, renewSessionRow, saveSessionRow } from './session-row-sync.ts'
import { clearSigningOut, clearStoredLogin, readStoredLogin, writeStoredLogin } from './stored-login.ts'
import { readStoredUser } from './stored-user.ts'

/** Stores a fresh login in local storage and in the row next to the outbox that workers read. */
export async function saveTokens(tokens: Tokens): Promise<void> {
  clearSigningOut()
  writeStoredLogin(tokens)
  // A renewal may leave this out.
  if (tokens.seals_copies !== undefined) saveSealingRule(tokens.seals_copies)
  // A storage that doesn't open must not undo the sign-in. The next start creates the row.
  await saveSessionRow(tokens).catch(() => undefined)
}

/**
 * Renews the tokens. A refresh token works once and reuse revokes its whole family, so page, worker
 * and service worker take turns under the lock of the row next to the outbox. The second to get the
 * lock finds the session already renewed.
 */
export async function refreshTokens(): Promise<RefreshOutcome> {
  const login = readStoredLogin()
  const user = readStoredUser()
  const outcome = user ? await renewSessionRow(user, login) : await renewWithoutUser(login.refreshToken)
  if (outcome.kind === 'refused') {
    clearStoredLogin()
    broadcastSessionEvent({ type: 'lapsed' })
  }
  return outcome
}

/** Only a refresh token is left. The response says whose outbox it belongs to. */
async function renewWithoutUser(refreshToken: string | null): Promise<RefreshOutcome> {
  if (!refreshToken) return { kind: 'refused', reason: noRefreshTokenText }
  return withLock(createBrowserRuntime(), 'session-of-unknown', async () => {
    const renewedElsewhere = readStoredUser()
    if (renewedElsewhere) return { kind: 'renewed', user: renewedElsewhere } as const
    const result = await callSignIn('/oauth/get_refresh_token/kakao/', {
      body: { refresh_token: refreshToken },
      schema: tokensSchema,
      timeout: 10_000,
    })
    if (!result.ok) return result.isUnreachable ? ({ kind: 'unreachable' } as const) : ({ kind: 'refused' } as const)
    await saveTokens(result.value)
    return { kind: 'renewed', user: result.value.user_info } as const
  })
}
