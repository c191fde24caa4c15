import { clientVersion, syncHeaders } from '#contract/sync.ts'
import type { Runtime } from '../../runtime.ts'
import { classifyAnswer, type RawAnswer, type Verdict } from './classify-answer.ts'
import type { StoredOp } from '../stored-op.ts'

/** An answer that takes longer is none. */
export const sendTimeoutMs = 30_000

export interface Sending {
  readonly accessToken: string
  readonly signal: AbortSignal
}

/** Sends a marked entry once, as a call of its own. Never throws: no answer within 30 s, a broken connection and an abort are all `unreachable`. */
export async function sendEntry(runtime: Runtime, op: StoredOp, sending: Sending): Promise<Verdict> {
  if (!op.request) throw new Error(`entry ${op.seq} was not marked before sending`)
  const { method, path, body, ifMatch } = op.request
  const headers = {
    [syncHeaders.opId]: op.opId,
    [syncHeaders.clientVersion]: String(clientVersion),
    ...(ifMatch !== null && { [syncHeaders.baseVersion]: `"${ifMatch}"` }),
  }
  const answer = await askOnce(runtime, { method, path, body, headers }, sending)
  if (!answer) return { kind: 'unreachable', retryAfterMs: null }
  return classifyAnswer({ opId: op.opId, recordId: op.recordId, now: runtime.now() }, answer)
}

/** Sends one write and reads its answer to the end. Never throws: null for no answer within 30 s, a broken connection and an abort. */
export async function askOnce(
  runtime: Runtime,
  request: { path: string; method: string; headers: Readonly<Record<string, string>>; body: string },
  { accessToken, signal }: Sending,
): Promise<RawAnswer | null> {
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  const answered = new AbortController()
  runtime.wait(sendTimeoutMs, answered.signal).then(stop, () => undefined)
  try {
    const response = await runtime.fetch(runtime.baseUrl + request.path, {
      method: request.method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...request.headers },
      body: request.body,
      signal: giveUp.signal,
      cache: 'no-store',
      credentials: 'omit',
      // A write is never carried over to the page a portal or a sign-in redirects to.
      redirect: 'error',
    })
    const body = await response.text()
    const { status, redirected: isRedirected, headers } = response
    return { status, isRedirected, header: (name) => headers.get(name), body }
  } catch {
    return null
  } finally {
    answered.abort()
    signal.removeEventListener('abort', stop)
  }
}
