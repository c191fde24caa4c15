import type { Outbox } from '../open-outbox.ts'
import type { Runtime } from '../../runtime.ts'
import { noteFactor } from './note-factor.ts'
import { refreshSession } from './refresh-session.ts'

/**
 * A connection that hangs would otherwise keep whoever asked waiting for good, and the copy from ever being brought up to date again. A page of a first copy
 * comes within it on any line that work can be done on.
 */
const patienceMs = 60_000

/**
 * `fetch` of a path of our server with the session beside the outbox. A 401 renews the session (once for all tabs) and asks again. Without a session, or
 * when it cannot be renewed, the answer is a 401; rejects like fetch when nobody answered. Who brings a `signal` decides alone how long to wait; everybody
 * else waits a minute, for the whole of the body.
 */
export async function fetchWithSession(outbox: Outbox, path: string, init: RequestInit = {}): Promise<Response> {
  const session = outbox.image.session
  if (!session || session.isRefused) return new Response(null, { status: 401 })
  const response = await fetchWith(outbox, session.accessToken, { path, init })
  if (response.status !== 401) return await noteFactor(outbox, response)
  const outcome = await refreshSession(outbox, session.accessToken)
  const renewed = outbox.image.session
  if (outcome !== 'fresh' || !renewed) return response
  // A stream or page that nobody will read would hold its connection.
  await response.body?.cancel()
  return await noteFactor(outbox, await fetchWith(outbox, renewed.accessToken, { path, init }))
}

function fetchWith(
  { runtime }: Outbox,
  accessToken: string,
  { path, init }: { path: string; init: RequestInit },
): Promise<Response> {
  const headers = new Headers(init.headers)
  headers.set('authorization', `Bearer ${accessToken}`)
  const signal = init.signal ?? patience(runtime)
  return runtime.fetch(runtime.baseUrl + path, { ...init, headers, signal, credentials: 'omit' })
}

/** Aborted after a minute. Aborting what was read to the end long ago does nothing, so nobody has to call this off. */
export function patience(runtime: Pick<Runtime, 'wait'>): AbortSignal {
  const giveUp = new AbortController()
  void runtime.wait(patienceMs).then(() => giveUp.abort())
  return giveUp.signal
}
