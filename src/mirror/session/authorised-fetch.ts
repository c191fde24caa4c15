import type { Outbox } from '../outbox/open-outbox.ts'
import { refreshSession } from './refresh-session.ts'

/**
 * `fetch` of a path of our server with the session beside the outbox. A 401 renews the session (once for all tabs) and asks again. Without a session, or
 * when it cannot be renewed, the answer is a 401; rejects like fetch when nobody answered.
 */
export async function authorisedFetch(outbox: Outbox, path: string, init: RequestInit = {}): Promise<Response> {
  const session = outbox.image.session
  if (!session || session.isRefused) return new Response(null, { status: 401 })
  const response = await fetchWith(outbox, session.accessToken, { path, init })
  if (response.status !== 401) return response
  const outcome = await refreshSession(outbox, session.accessToken)
  const renewed = outbox.image.session
  if (outcome !== 'fresh' || !renewed) return response
  // A stream or page that nobody will read would hold its connection.
  await response.body?.cancel()
  return fetchWith(outbox, renewed.accessToken, { path, init })
}

function fetchWith(
  { runtime }: Outbox,
  accessToken: string,
  { path, init }: { path: string; init: RequestInit },
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${accessToken}`)
  return runtime.fetch(runtime.baseUrl + path, { ...init, headers, credentials: 'omit' })
}
