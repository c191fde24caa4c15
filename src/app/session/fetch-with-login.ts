import { appBuildHeader, parseAppBuild } from '#contract/sync/app-build.ts'
import { type RepeatCall, retryWithFactor } from './second-factor/fresh-factor.ts'
import { setLapsed, setUser } from './session-store.ts'
import { refreshTokens } from './stored-login/login-tokens.ts'
import { readStoredLogin } from './stored-login/stored-login.ts'

/**
 * `fetch` with the session's token. On 401 it renews the session once and sends the call again. If
 * the session can't be renewed, it opens the sign-in panel in place and returns the 401.
 */
export async function fetchWithLogin(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const requestCopy = request.clone()
  const retry: RepeatCall = () => fetch(withToken(requestCopy.clone()))
  const response = await fetch(withToken(request))
  if (response.status !== 401) return await retryWithFactor(input, response, retry)
  const outcome = await refreshTokens()
  if (outcome.kind === 'refused') setLapsed(outcome.reason)
  if (outcome.kind !== 'renewed') return response
  setUser(outcome.user)
  return await retryWithFactor(input, await retry(), retry)
}

function withToken(request: Request): Request {
  const { accessToken } = readStoredLogin()
  if (accessToken) request.headers.set('authorization', `Bearer ${accessToken}`)
  const build = pageBuild()
  if (build !== null) request.headers.set(appBuildHeader, build)
  // Sent when the page has the hidden CSRF field. The server itself relies on the bearer token.
  const csrf = document.querySelector<HTMLInputElement>('input[name="csrfmiddlewaretoken"]')?.value
  if (csrf) request.headers.set('x-csrftoken', csrf)
  return request
}

/** Build of this page, so that an administrator sees which devices still run an old one. */
function pageBuild(): string | null {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  return scripts.map(({ src }) => parseAppBuild(src)).find((build) => build !== null) ?? null
}
