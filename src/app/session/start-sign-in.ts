import { providerKeysSchema } from '#contract/session.ts'
import type { AuthState } from './auth-state.ts'
import { callSignIn } from './sign-in-call.ts'
import { storageKeys } from './stored-login.ts'

export type StartOutcome = { ok: true } | { ok: false; message: string }

/**
 * Goes to the provider's page and comes back to this one. `window` signs in beside the running work, which stays untouched; `opened` is the window that the
 * press itself opened, because a browser blocks windows that are opened after waiting.
 */
export async function startSignIn(place: 'page'): Promise<StartOutcome>
export async function startSignIn(place: 'window', opened: Window | null): Promise<StartOutcome>
export async function startSignIn(place: AuthState['place'], opened: Window | null = null): Promise<StartOutcome> {
  const keys = await getKeys()
  if (!keys.ok) {
    opened?.close()
    return keys
  }
  const state = keepAuthState(place)
  const url = new URL(keys.authorizeUrl, location.origin)
  url.searchParams.set('client_id', keys.restKey)
  url.searchParams.set('redirect_uri', redirectUri())
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('state', state)
  if (place === 'page') location.assign(url)
  else if (opened) opened.location.assign(url)
  else window.open(url, '_blank')
  return { ok: true }
}

/**
 * Where the provider sends people back. The spec's step from port 8080 to 8000 belonged to a development proxy; here one server listens on one port, and a
 * changed port would lead nowhere.
 */
export function redirectUri(): string {
  return `${location.origin}/oauth/callback/kakao`
}

function keepAuthState(place: AuthState['place']): string {
  const state = crypto.randomUUID()
  const { pathname: path, search, hash } = location
  const kept: AuthState = { state, timestamp: Date.now(), path, search, hash, place }
  localStorage.setItem(storageKeys.authState, JSON.stringify(kept))
  return state
}

/** First try 10 s, then up to three more of 5 s, each a second later than the one before (spec 3 §7, §9). */
async function getKeys(): Promise<
  { ok: true; restKey: string; authorizeUrl: string } | { ok: false; message: string }
> {
  for (let attempt = 0; attempt <= 3; attempt += 1) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, attempt * 1000))
    const answer = await callSignIn('/oauth/get_keys/kakao/', {
      schema: providerKeysSchema,
      timeout: attempt === 0 ? 10_000 : 5_000,
    })
    if (answer.ok) return isUsable(answer.value) ? { ok: true, ...answer.value } : noKeys
    if (!answer.isUnreachable)
      return answer.problem.code === 'not_configured' ? noKeys : { ok: false, message: answer.problem.message }
    if (!navigator.onLine) break
  }
  return { ok: false, message: '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.' }
}

const noKeys = { ok: false as const, message: '유효한 API 키가 설정되지 않았습니다.' }

/**
 * Spec 3 §5 asks for both keys. The sign-in here goes by redirect and never loads the provider's browser SDK, so only the REST key must be there; a
 * placeholder in either place means that nobody has set the provider up.
 */
function isUsable(keys: { jsKey: string; restKey: string }): boolean {
  return keys.restKey !== '' && ![keys.jsKey, keys.restKey].some((key) => /^(your|placeholder|<)|xxx/i.test(key))
}
