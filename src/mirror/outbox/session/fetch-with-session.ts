import type { Outbox } from '../open-outbox.ts'
import type { Runtime } from '../../runtime.ts'
import { recordFactorState } from './factor-state.ts'
import { refreshSession } from './refresh-session.ts'

/**
 * Timeout for the whole response, so that a hanging line neither blocks a caller nor the first copy
 * forever. Long enough for a page of a first copy on any usable line.
 */
const timeoutMs = 60_000

/**
 * `fetch` of a path of our server with the session next to the outbox. A 401 renews the session
 * (once for all tabs) and repeats the call. Without a session, or when it cannot be renewed, the
 * answer is a 401; rejects like fetch when there is no answer. A given `signal` replaces the
 * default timeout of a minute, which covers the whole body.
 */
export async function fetchWithSession(outbox: Outbox, path: string, init: RequestInit = {}): Promise<Response> {
  const session = outbox.image.session
  if (!session || session.isRefused) return new Response(null, { status: 401 })
  const response = await fetchWith(outbox, session.accessToken, { path, init })
  if (response.status !== 401) return await recordFactorState(outbox, response)
  const outcome = await refreshSession(outbox, session.accessToken)
  const renewed = outbox.image.session
  if (outcome !== 'fresh' || !renewed) return response
  // An unread stream or page would hold its connection.
  await response.body?.cancel()
  return await recordFactorState(outbox, await fetchWith(outbox, renewed.accessToken, { path, init }))
}

function fetchWith(
  { runtime }: Outbox,
  accessToken: string,
  { path, init }: { path: string; init: RequestInit },
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${accessToken}`)
  const signal = init.signal ?? timeoutSignal(runtime)
  return runtime.fetch(runtime.baseUrl + path, { ...init, headers, signal, credentials: 'omit' })
}

/**
 * Aborts after a minute. Aborting a finished response has no effect, so it need not be cancelled.
 */
export function timeoutSignal(runtime: Pick<Runtime, 'wait'>): AbortSignal {
  const controller = new AbortController()
  void runtime.wait(timeoutMs).then(() => controller.abort())
  return controller.signal
}
