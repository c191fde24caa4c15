import { clientVersion, syncHeaders } from '#contract/sync.ts'
import type { Runtime } from '../runtime.ts'
import { classifyAnswer, type Verdict } from './classify-answer.ts'
import type { StoredOp } from './stored-op.ts'

/** An answer that takes longer is none. */
export const sendTimeoutMs = 30_000

/** Sends a marked entry once. Never throws: no answer within 30 s, a broken connection and an abort are all `unreachable`. */
export async function sendEntry(
  runtime: Runtime,
  op: StoredOp,
  sending: { accessToken: string; signal: AbortSignal },
): Promise<Verdict> {
  if (!op.request) throw new Error(`entry ${op.seq} was not marked before sending`)
  const giveUp = new AbortController()
  const stop = () => giveUp.abort()
  sending.signal.addEventListener('abort', stop)
  if (sending.signal.aborted) stop()
  const answered = new AbortController()
  runtime.wait(sendTimeoutMs, answered.signal).then(stop, () => undefined)
  try {
    const response = await runtime.fetch(runtime.baseUrl + op.request.path, {
      method: op.request.method,
      headers: headersOf(op, sending.accessToken),
      body: op.request.body,
      signal: giveUp.signal,
      cache: 'no-store',
      credentials: 'omit',
      // A write is never carried over to the page a portal or a sign-in redirects to.
      redirect: 'error',
    })
    const body = await response.text()
    return classifyAnswer(
      { opId: op.opId, recordId: op.recordId, now: runtime.now() },
      {
        status: response.status,
        isRedirected: response.redirected,
        header: (name) => response.headers.get(name),
        body,
      },
    )
  } catch {
    return { kind: 'unreachable', retryAfterMs: null }
  } finally {
    answered.abort()
    sending.signal.removeEventListener('abort', stop)
  }
}

function headersOf(op: StoredOp, accessToken: string): Record<string, string> {
  const headers: Record<string, string> = {
    authorization: `Bearer ${accessToken}`,
    'content-type': 'application/json',
    [syncHeaders.opId]: op.opId,
    [syncHeaders.clientVersion]: String(clientVersion),
  }
  if (op.request?.ifMatch != null) headers[syncHeaders.baseVersion] = `"${op.request.ifMatch}"`
  return headers
}
