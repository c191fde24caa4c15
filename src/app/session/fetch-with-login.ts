import { appBuildHeader, appBuildOf } from '#contract/app-build.ts'
import { retryWithFactor, type SameCall } from './second-factor/fresh-factor.ts'
import { setLapsed, setUser } from './session-store.ts'
import { readStoredLogin } from './stored-login.ts'
import { refreshTokens } from './login-tokens.ts'

/**
 * `fetch` with the session's token. On 401 the session is renewed once and the call sent again; a session that cannot be renewed opens the sign-in panel
 * in place and the 401 is handed on.
 */
export async function fetchWithLogin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const second = request.clone()
  const again: SameCall = () => fetch(withToken(second))
  const response = await fetch(withToken(request))
  if (response.status !== 401) return await retryWithFactor(input, response, again)
  const outcome = await refreshTokens()
  if (outcome.kind === 'refused') setLapsed(outcome.reason)
  if (outcome.kind !== 'renewed') return response
  setUser(outcome.user)
  return await again()
}

function withToken(request: Request): Request {
  const { accessToken } = readStoredLogin()
  if (accessToken) request.headers.set('authorization', `Bearer ${accessToken}`)
  if (build !== null) request.headers.set(appBuildHeader, build)
  // Decision 7: sent when the page carries the hidden field; the bearer token is what the server goes by.
  const csrf = document.querySelector<HTMLInputElement>('input[name="csrfmiddlewaretoken"]')?.value
  if (csrf) request.headers.set('x-csrftoken', csrf)
  return request
}

/** The build this page runs, so that an administrator sees which devices stay on an old one. */
const build =
  [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
    .map(({ src }) => appBuildOf(src))
    .find((found) => found !== null) ?? null
