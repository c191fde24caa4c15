import { clientVersion, syncHeaders } from '#contract/sync.ts'
import type { Runtime } from '../../runtime.ts'
import { withDeadline } from '../../timing/deadline.ts'
import type { StoredOp } from '../stored-op.ts'
import { classifyAnswer, type RawAnswer, type Verdict } from './classify-answer.ts'

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
  const sending = withDeadline(runtime, { ms: sendTimeoutMs, signal }, async (giveUp) => {
    const response = await runtime.fetch(runtime.baseUrl + request.path, {
      method: request.method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', ...request.headers },
      body: request.body,
      signal: giveUp,
      cache: 'no-store',
      credentials: 'omit',
      // A write is never carried over to the page a portal or a sign-in redirects to.
      redirect: 'error',
    })
    const body = await response.text()
    const { status, redirected: isRedirected, headers } = response
    return { status, isRedirected, header: (name: string) => headers.get(name), body }
  })
  return sending.catch(() => null)
}
