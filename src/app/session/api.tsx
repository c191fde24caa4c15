import ky from 'ky'
import type { KyInstance } from 'ky'
import { ForeignAnswerError } from './answer-of.ts'
import { fetchWithLogin } from './fetch-with-login.ts'
import { afterFreshFactor } from './second-factor/fresh-factor.ts'

/**
 * Refusals reject as ky's HTTPError; its `response` holds the Problem. Nothing is repeated by itself: writes belong into the outbox. What wants a fresh second factor asks for it and is then done
 * (second-factor/fresh-factor.ts).
 */
const api: KyInstance = ky.create({
  fetch: fetchWithLogin,
  timeout: 30_000,
  retry: 0,
  hooks: { afterResponse: [({ response }) => refusePage(response), ({ request }) => afterFreshFactor(request)] },
})

/** No endpoint answers with a page. The sign-in page of a public network or proxy does, with status 200, and must not pass for a file or for something done. */
function refusePage(response: Response): void {
  if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) throw new ForeignAnswerError()
}

/** The caller for REST endpoints, with the session's token. */
export function useApi(): KyInstance {
  return api
}
