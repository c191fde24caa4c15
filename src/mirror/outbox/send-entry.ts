import { clientVersion, syncHeaders } from '#contract/sync.ts'
import type { Runtime } from '../runtime.ts'
import { askOnce, type Sending } from './ask-once.ts'
import { classifyAnswer, type Verdict } from './classify-answer.ts'
import type { StoredOp } from './stored-op.ts'

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
