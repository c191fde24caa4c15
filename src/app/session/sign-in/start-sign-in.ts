import { deviceStorage } from '#app/ui/browser/device-storage.ts'
import { kiaKeysSchema, type SignInProvider, startSignInResponseSchema } from '#contract/session/session.ts'
import { storageKeys } from '../stored-login/stored-login.ts'
import type { OAuthState } from './oauth-state.ts'
import { callSignIn } from './sign-in-call.ts'

export type StartOutcome = { ok: true } | { ok: false; message: string }

export interface StartOptions {
  /** Defaults to the office's own provider. */
  provider?: SignInProvider | undefined
  place: OAuthState['place']
  opened?: Window | null
  /** Path to go to afterwards, on this site; defaults to this page. */
  returnTo?: string | undefined
}

/**
 * Goes to the provider's page, which returns to this one. `window` signs in in a popup and leaves
 * this page as it is; `opened` is the popup the press itself opened, because browsers block popups
 * opened after waiting.
 */
export async function startSignIn({ provider, place, opened = null, returnTo }: StartOptions): Promise<StartOutcome> {
  const path = provider === 'kia' ? 'kia' : 'kakao'
  if (!isSecureContext) {
    opened?.close()
    return { ok: false, message: '암호화된 주소(https)에서만 로그인할 수 있습니다.' }
  }
  const verifier = newVerifier()
  const started = await requestSignIn(path, await computeChallenge(verifier))
  if (!started.ok) {
    opened?.close()
    return path === 'kia' ? { ok: false, message: `기아 초기화에 실패했습니다. ${started.message}` } : started
  }
  if (!saveOAuthState({ state: started.state, verifier, place }, returnTo ?? location.href)) {
    opened?.close()
    return { ok: false, message: notStoredMessage }
  }
  if (path === 'kia') await new Promise((resolve) => setTimeout(resolve, kiaDelayMs))
  if (place === 'page') location.assign(started.authorizeUrl)
  else if (opened) opened.location.assign(started.authorizeUrl)
  else window.open(started.authorizeUrl, '_blank')
  return { ok: true }
}

/**
 * Path segment of the sign-in endpoints. `kakao` is the office's own provider, even if that is
 * another one.
 */
export type SignInPath = 'kakao' | 'kia'

/** Delay between fetching Kia's keys and opening its page. */
const kiaDelayMs = 100

/** Where the provider redirects to: the origin of this page, with its port unchanged. */
export function redirectUri(path: SignInPath): string {
  return `${location.origin}/oauth/callback/${path}`
}

const notStoredMessage =
  '이 브라우저에 저장할 수 없어 로그인하지 못했습니다. 쿠키와 사이트 데이터를 허용하거나 저장 공간을 비운 뒤 다시 시도해 주세요.'

/** False when the page that the provider returns to couldn't read it. */
function saveOAuthState(started: Pick<OAuthState, 'state' | 'verifier' | 'place'>, returnTo: string): boolean {
  const { pathname: path, search, hash } = new URL(returnTo, location.origin)
  const authState: OAuthState = { ...started, timestamp: Date.now(), path, search, hash }
  return deviceStorage.setItem(storageKeys.authState, JSON.stringify(authState))
}

/** First attempt with a timeout of 10 s, then up to three retries of 5 s after 1, 2 and 3 s. */
async function requestSignIn(
  path: SignInPath,
  challenge: string,
): Promise<{ ok: true; state: string; authorizeUrl: string } | { ok: false; message: string }> {
  if (path === 'kia') {
    const keys = await callSignIn('/oauth/get_keys/kia/', { schema: kiaKeysSchema, timeout: 10_000 })
    if (!keys.ok) return { ok: false, message: keys.problem.message }
  }
  for (let attempt = 0; attempt <= 3; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, attempt * 1000))
    const result = await callSignIn(`/oauth/begin/${path}`, {
      body: { code_challenge: challenge, redirect_uri: redirectUri(path) },
      schema: startSignInResponseSchema,
      timeout: attempt === 0 ? 10_000 : 5_000,
    })
    if (result.ok) return { ok: true, ...result.value }
    if (!result.isUnreachable) return { ok: false, message: result.problem.message }
    if (!navigator.onLine) break
  }
  return { ok: false, message: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.' }
}

/** New PKCE code verifier (RFC 7636 §4.1). */
export function newVerifier(): string {
  return base64url(crypto.getRandomValues(new Uint8Array(32)))
}

/**
 * S256 challenge of the verifier. Rejects unless the page came over https or from this machine,
 * because browsers have no `crypto.subtle` otherwise.
 */
export async function computeChallenge(verifier: string): Promise<string> {
  return base64url(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
