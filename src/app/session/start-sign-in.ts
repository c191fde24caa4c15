import { beginSignInAnswerSchema, kiaKeysSchema, type SignInProvider } from '#contract/session.ts'
import type { AuthState } from './auth-state.ts'
import { challengeOf, newVerifier } from './sign-in-secret.ts'
import { callSignIn } from './sign-in-call.ts'
import { storageKeys } from './stored-login.ts'

export type StartOutcome = { ok: true } | { ok: false; message: string }

export interface StartOptions {
  /** Without it the office's own. */
  provider?: SignInProvider | undefined
  place: AuthState['place']
  opened?: Window | null
  /** Where to go afterwards, on this site; without it back to this page. */
  returnTo?: string | undefined
}

/**
 * Goes to the provider's page and comes back to this one. `window` signs in beside the running work, which stays untouched; `opened` is the window that the
 * press itself opened, because a browser blocks windows that are opened after waiting.
 */
export async function startSignIn({ provider, place, opened = null, returnTo }: StartOptions): Promise<StartOutcome> {
  const path = provider === 'kia' ? 'kia' : 'kakao'
  if (!isSecureContext) {
    opened?.close()
    return { ok: false, message: '암호화된 주소(https)에서만 로그인할 수 있습니다.' }
  }
  const verifier = newVerifier()
  const begun = await begin(path, await challengeOf(verifier))
  if (!begun.ok) {
    opened?.close()
    return path === 'kia' ? { ok: false, message: `기아 초기화에 실패했습니다. ${begun.message}` } : begun
  }
  keepAuthState({ state: begun.state, verifier, place }, returnTo ?? location.href)
  if (path === 'kia') await new Promise((resolve) => setTimeout(resolve, kiaDelayMs))
  if (place === 'page') location.assign(begun.authorizeUrl)
  else if (opened) opened.location.assign(begun.authorizeUrl)
  else window.open(begun.authorizeUrl, '_blank')
  return { ok: true }
}

/** What the calls of a sign-in are named after: kakao for whichever provider is the office's own. */
export type SignInPath = 'kakao' | 'kia'

/** Between the vehicle maker's keys and the way to its page (spec 3 §7). */
const kiaDelayMs = 100

/**
 * Where the provider sends people back. The spec's step from port 8080 to 8000 belonged to a development proxy; here one server listens on one port, and a
 * changed port would lead nowhere.
 */
export function redirectUri(path: SignInPath): string {
  return `${location.origin}/oauth/callback/${path}`
}

function keepAuthState(begun: Pick<AuthState, 'state' | 'verifier' | 'place'>, returnTo: string): void {
  const { pathname: path, search, hash } = new URL(returnTo, location.origin)
  const kept: AuthState = { ...begun, timestamp: Date.now(), path, search, hash }
  localStorage.setItem(storageKeys.authState, JSON.stringify(kept))
}

/** First try 10 s, then up to three more of 5 s, each a second later than the one before (spec 3 §7, §9). */
async function begin(
  path: SignInPath,
  challenge: string,
): Promise<{ ok: true; state: string; authorizeUrl: string } | { ok: false; message: string }> {
  if (path === 'kia') {
    const keys = await callSignIn('/oauth/get_keys/kia/', { schema: kiaKeysSchema, timeout: 10_000 })
    if (!keys.ok) return { ok: false, message: keys.problem.message }
  }
  for (let attempt = 0; attempt <= 3; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, attempt * 1000))
    const answer = await callSignIn(`/oauth/begin/${path}`, {
      body: { code_challenge: challenge, redirect_uri: redirectUri(path) },
      schema: beginSignInAnswerSchema,
      timeout: attempt === 0 ? 10_000 : 5_000,
    })
    if (answer.ok) return { ok: true, ...answer.value }
    if (!answer.isUnreachable) return { ok: false, message: answer.problem.message }
    if (!navigator.onLine) break
  }
  return { ok: false, message: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.' }
}
