import { batchAnswerSchema, batchPath, batchVersion, type BatchAnswerEntry } from '#contract/sync/sync-batch.ts'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import type { Runtime } from '../../runtime.ts'
import { withDeadline } from '../../timing/deadline.ts'
import type { StoredOp } from '../stored-op.ts'
import { classifyAnswer, parseJson, type RawAnswer, type Verdict } from './classify-answer.ts'
import type { Parcel } from './drain-state.ts'

/** An answer that takes longer is none. */
export const sendTimeoutMs = 30_000

/** What became of a parcel, in the order of its entries. `not_taken`: something answered that does not know batches; each entry is to go as a call of its own. */
export type ParcelVerdict = { kind: 'answered'; verdicts: readonly Verdict[] } | { kind: 'not_taken' }

interface ParcelRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends marked entries of different records in one request, one alone as a call of its own. Never throws: no answer within 30 s, a broken connection and an abort
 * are all `unreachable`.
 */
export async function sendParcel(
  runtime: Runtime,
  parcel: Parcel,
  by: { readonly accessToken: string; readonly signal: AbortSignal },
): Promise<ParcelVerdict> {
  const { method, path, body, headers } = parcel.length === 1 ? plainRequest(parcel[0]) : batchRequest(parcel)
  const answer = await withDeadline(runtime, { ms: sendTimeoutMs, signal: by.signal }, async (giveUp) => {
    const response = await runtime.fetch(runtime.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${by.accessToken}`,
        'content-type': 'application/json',
        [syncHeaders.clientVersion]: String(clientVersion),
        ...headers,
      },
      body,
      signal: giveUp,
      cache: 'no-store',
      credentials: 'omit',
      // A write is never carried over to the page a portal or a sign-in redirects to.
      redirect: 'error',
    })
    const text = await response.text()
    const { status, redirected: isRedirected } = response
    return { status, isRedirected, header: (name: string) => response.headers.get(name), body: text }
  }).catch(() => null)
  if (!answer) return { kind: 'answered', verdicts: parcel.map(() => ({ kind: 'unreachable', retryAfterMs: null })) }
  if (parcel.length > 1) return classifyBatch(parcel, answer, runtime.now())
  const [{ opId, recordId }] = parcel
  return { kind: 'answered', verdicts: [classifyAnswer({ opId, recordId, now: runtime.now() }, answer)] }
}

function plainRequest(op: StoredOp): ParcelRequest {
  const { method, path, body, ifMatch } = markedRequest(op)
  const base = ifMatch === null ? {} : { [syncHeaders.baseVersion]: `"${ifMatch}"` }
  return { method, path, body, headers: { [syncHeaders.opId]: op.opId, ...base } }
}

/** Each request text goes out to the letter as it was kept, so that an entry may be sent again as a call of its own. */
function batchRequest(ops: readonly StoredOp[]): ParcelRequest {
  const texts = ops.map((op) => {
    const { method, path, ifMatch, body } = markedRequest(op)
    const around = JSON.stringify({ op_id: op.opId, method, path, base_version: ifMatch })
    return `${around.slice(0, -1)},"body":${body}}`
  })
  return { method: 'POST', path: batchPath, headers: {}, body: `{"v":${batchVersion},"entries":[${texts.join(',')}]}` }
}

function markedRequest(op: StoredOp): NonNullable<StoredOp['request']> {
  if (!op.request) throw new Error(`entry ${op.seq} was not marked before sending`)
  return op.request
}

/** Statuses that mean the same for a batch as for a plain call: signed out, a second step is missing, come back later. That the app is too old is only believed of a plain call. */
const aboutSender: ReadonlySet<number> = new Set([401, 408, 425, 428, 429])

/**
 * An answer to a batch is believed as a whole or not at all: 200, the agreed shape, and one answer for every entry and no other. Then each entry's own answer is
 * judged as that of its plain call. A refusal of the request itself says nothing about the entries in it: a server from before batches answers 404, something on
 * the way that lets only known calls pass whatever it likes.
 */
export function classifyBatch(ops: readonly StoredOp[], answer: RawAnswer, now: number): ParcelVerdict {
  const { status } = answer
  const answered = status === 200 && !answer.isRedirected ? readAnswers(ops, answer.body) : null
  if (answered) return { kind: 'answered', verdicts: answered.map(([op, own]) => classifyOwn(op, own, now)) }
  if (status >= 400 && status < 500 && !aboutSender.has(status)) return { kind: 'not_taken' }
  const whole: Verdict =
    status >= 400
      ? classifyAnswer({ opId: '', recordId: '', now }, answer)
      : { kind: 'unreachable', retryAfterMs: null }
  return { kind: 'answered', verdicts: ops.map(() => whole) }
}

/** Each entry with its own answer; null when it is no answer to these entries. */
function readAnswers(ops: readonly StoredOp[], body: string): (readonly [StoredOp, BatchAnswerEntry])[] | null {
  const answers = batchAnswerSchema.safeParse(parseJson(body)).data?.answers
  if (answers?.length !== ops.length) return null
  const byOpId = new Map(answers.map((answer) => [answer.op_id, answer]))
  const answered = ops.flatMap((op) => {
    const own = byOpId.get(op.opId)
    return own ? [[op, own] as const] : []
  })
  return answered.length === ops.length ? answered : null
}

function classifyOwn({ opId, recordId }: StoredOp, own: BatchAnswerEntry, now: number): Verdict {
  const headers: Readonly<Record<string, string | undefined>> = own.headers
  const header = (name: string) => headers[name] ?? null
  const answer = { status: own.status, isRedirected: false, header, body: JSON.stringify(own.body) }
  return classifyAnswer({ opId, recordId, now }, answer)
}
