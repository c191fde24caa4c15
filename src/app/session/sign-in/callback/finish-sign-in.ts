import { z } from 'zod'
import { deviceStorage, parseStoredJson } from '#app/ui/browser/device-storage.ts'
import type { AppPath } from '#contract/app-paths.ts'
import type { Problem } from '#contract/problem.ts'
import { tokensSchema } from '#contract/session/session.ts'
import { removeCopies } from '../../device-data/remove-copies.ts'
import { homeRedirect } from '../../guards.ts'
import { broadcastSessionEvent } from '../../session-channel.ts'
import { setUser } from '../../session-store.ts'
import { saveTokens } from '../../stored-login/login-tokens.ts'
import { storageKeys } from '../../stored-login/stored-login.ts'
import { checkOAuthState, type OAuthState, returnPath } from '../oauth-state.ts'
import { callSignIn } from '../sign-in-call.ts'
import { redirectUri, type SignInPath } from '../start-sign-in.ts'

/** `returnTo`: where the user wants to be, also when they try again. */
export type SignInOutcome = Pick<OAuthState, 'place'> & { returnTo: string } & (
    | { ok: true }
    | { ok: false; message: string }
  )

const invitationPage: AppPath = '/invitation'

const authStateSchema = z.object({
  state: z.string(),
  verifier: z.string(),
  timestamp: z.number(),
  path: z.string(),
  search: z.string(),
  hash: z.string(),
  place: z.enum(['page', 'window']),
})

/** Turns the provider's response into a session. */
export async function finishSignIn(path: SignInPath, query: URLSearchParams): Promise<SignInOutcome> {
  const savedState = readAuthState()
  const returnInfo = {
    returnTo: savedState ? returnPath(savedState) : '/',
    place: savedState?.place ?? 'page',
  } as const
  const refusal = query.get('error')
  if (refusal) {
    const detail = query.get('error_description') ?? (refusal === 'access_denied' ? '동의하지 않음' : refusal)
    return { ok: false, message: `로그인이 취소되었거나 오류가 발생했습니다: ${detail}`, ...returnInfo }
  }
  const code = query.get('code')
  if (!code) return { ok: false, message: '인증 코드가 없습니다. 다시 로그인해 주세요.', ...returnInfo }
  const stateCheck = checkOAuthState(savedState, query.get('state'), Date.now())
  if (!stateCheck.ok) return { ok: false, message: '인증 상태가 만료되었습니다. 다시 로그인해 주세요.', ...returnInfo }
  return exchangeCode(path, code, stateCheck.saved)
}

async function exchangeCode(path: SignInPath, code: string, saved: OAuthState): Promise<SignInOutcome> {
  // A code works once. Remove the saved state first so that a reload of this page cannot send it
  // again.
  deviceStorage.removeItem(storageKeys.authState)
  const returnTo = returnPath(saved)
  const result = await callSignIn(`/oauth/callback/${path}`, {
    body: {
      code,
      redirect_uri: redirectUri(path),
      return_uri: returnTo,
      state: saved.state,
      code_verifier: saved.verifier,
      invitation: readInvitation(saved),
    },
    schema: tokensSchema,
  })
  if (!result.ok) return { ok: false, message: describeFailure(result.problem), returnTo, place: saved.place }
  await saveTokens(result.value)
  setUser(result.value.user_info)
  if (!result.value.user_info.is_staff) homeRedirect.reason = { kind: 'member' }
  broadcastSessionEvent({ type: 'signed_in' })
  // Removes the copies of a previous user who did not sign out.
  void removeCopies([result.value.user_info.id])
  return { ok: true, returnTo: resolveStartPath(result.value.user_info, returnTo), place: saved.place }
}

/**
 * Staff who sign in on the home page start at /staff; everyone else returns to the page they came
 * from.
 */
function resolveStartPath({ is_staff }: { is_staff: boolean }, returnTo: string): string {
  const start: AppPath = '/staff'
  return is_staff && returnTo === '/' ? start : returnTo
}

/**
 * When the provider vouches for someone whom the office does not admit, shows the office's sentence
 * instead of calling it a failure.
 */
function describeFailure({ code, message }: Problem): string {
  return code === 'not_permitted' ? message : `토큰 발급에 실패했습니다: ${message}`
}

/** A sign-in that began on the invitation page carries the invitation's token. */
function readInvitation({ path, hash }: OAuthState): string | undefined {
  return path === invitationPage && hash.length > 1 ? hash.slice(1) : undefined
}

function readAuthState(): OAuthState | null {
  return authStateSchema.safeParse(parseStoredJson(deviceStorage.getItem(storageKeys.authState))).data ?? null
}
