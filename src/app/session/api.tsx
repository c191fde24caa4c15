import ky from 'ky'
import type { KyInstance } from 'ky'
import { ForeignResponseError } from './api-result.ts'
import { fetchWithLogin } from './fetch-with-login.ts'
import { retryWithFreshFactor } from './second-factor/fresh-factor.ts'

/**
 * Refusals reject as ky's HTTPError, whose `response` holds the Problem. Nothing is retried
 * automatically: writes belong in the outbox. A call that needs a fresh second factor asks for it
 * and is then sent again (second-factor/fresh-factor.ts).
 */
const api: KyInstance = ky.create({
  fetch: fetchWithLogin,
  timeout: 30_000,
  retry: 0,
  hooks: { afterResponse: [({ response }) => refusePage(response), ({ request }) => retryWithFreshFactor(request)] },
})

/**
 * No endpoint of ours responds with an HTML page. The login page of a public network or proxy does,
 * with status 200, and must not pass for a file or a success.
 */
function refusePage(response: Response): void {
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) throw new ForeignResponseError()
}

/** Client for the REST endpoints, authorized with the session's token. */
export function useApi(): KyInstance {
  return api
}
