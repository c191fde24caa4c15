import { batchAnswerSchema, batchPath, batchVersion, type BatchAnswerEntry } from '#contract/sync/sync-batch.ts'
import { clientVersion, syncHeaders } from '#contract/sync/sync.ts'
import type { Runtime } from '../../runtime.ts'
import { withDeadline } from '../../timing/deadline.ts'
import type { StoredOp } from '../stored-op.ts'
import { classifyAnswer, parseJson, type RawAnswer, type Verdict } from './classify-answer.ts'
import type { Parcel } from './drain-state.ts'

/** Timeout for an answer. */
export const sendTimeoutMs = 30_000

/**
 * The result of a parcel, in the order of its entries. `not_taken`: the receiver doesn't know
 * batches; each entry must be sent as a plain call.
 */
export type ParcelVerdict = { kind: 'answered'; verdicts: readonly Verdict[] } | { kind: 'not_taken' }

interface ParcelRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Sends marked entries of different records in one request; a single one as a plain call. Never
 * throws: a timeout of 30 s, a broken connection and an abort are all `unreachable`.
 */
export async function sendParcel(
  runtime: Runtime,
  parcel: Parcel,
  by: { readonly accessToken: string; readonly signal: AbortSignal },
): Promise<ParcelVerdict> {
  const { method, path, body, headers } = parcel.length === 1 ? plainRequest(parcel[0]) : batchRequest(parcel)
  const answer = await withDeadline(runtime, { ms: sendTimeoutMs, signal: by.signal }, async (deadline) => {
    const response = await runtime.fetch(runtime.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${by.accessToken}`,
        'content-type': 'application/json',
        [syncHeaders.clientVersion]: String(clientVersion),
        ...headers,
      },
      body,
      signal: deadline,
      cache: 'no-store',
      credentials: 'omit',
      // Never follow a redirect with a write: it may lead to a captive portal or a sign-in page.
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
  const { method, path, body, ifMatch } = requestOf(op)
  const base = ifMatch === null ? {} : { [syncHeaders.baseVersion]: `"${ifMatch}"` }
  return { method, path, body, headers: { [syncHeaders.opId]: op.opId, ...base } }
}

/**
 * Each request text is sent exactly as stored, so that an entry may be repeated as a plain call.
 */
function batchRequest(ops: readonly StoredOp[]): ParcelRequest {
  const texts = ops.map((op) => {
    const { method, path, ifMatch, body } = requestOf(op)
    const envelope = JSON.stringify({ op_id: op.opId, method, path, base_version: ifMatch })
    return `${envelope.slice(0, -1)},"body":${body}}`
  })
  return { method: 'POST', path: batchPath, headers: {}, body: `{"v":${batchVersion},"entries":[${texts.join(',')}]}` }
}

function requestOf(op: StoredOp): NonNullable<StoredOp['request']> {
  if (!op.request) throw new Error(`entry ${op.seq} was sent without being marked first`)
  return op.request
}

/**
 * Statuses that mean the same for a batch as for a plain call: signed out, second factor missing,
 * come back later. An outdated app is only believed of a plain call.
 */
const sharedStatuses: ReadonlySet<number> = new Set([401, 408, 425, 428, 429])

/**
 * An answer to a batch counts as a whole or not at all: 200, the agreed shape, and exactly one
 * answer per entry. Each is then judged like that of a plain call. A refusal of the request says
 * nothing about its entries: a server without batches answers 404, and something on the way may
 * answer anything.
 */
export function classifyBatch(ops: readonly StoredOp[], answer: RawAnswer, now: number): ParcelVerdict {
  const { status } = answer
  const answered = status === 200 && !answer.isRedirected ? readAnswers(ops, answer.body) : null
  if (answered)
    return { kind: 'answered', verdicts: answered.map(([op, ownAnswer]) => classifyEntry(op, ownAnswer, now)) }
  if (status >= 400 && status < 500 && !sharedStatuses.has(status)) return { kind: 'not_taken' }
  const batchVerdict: Verdict =
    status >= 400
      ? classifyAnswer({ opId: '', recordId: '', now }, answer)
      : { kind: 'unreachable', retryAfterMs: null }
  return { kind: 'answered', verdicts: ops.map(() => batchVerdict) }
}

/** Each entry with its own answer; null when the body doesn't answer exactly these entries. */
function readAnswers(ops: readonly StoredOp[], body: string): (readonly [StoredOp, BatchAnswerEntry])[] | null {
  const answers = batchAnswerSchema.safeParse(parseJson(body)).data?.answers
  if (answers?.length !== ops.length) return null
  const byOpId = new Map(answers.map((answer) => [answer.op_id, answer]))
  const answered = ops.flatMap((op) => {
    const ownAnswer = byOpId.get(op.opId)
    return ownAnswer ? [[op, ownAnswer] as const] : []
  })
  return answered.length === ops.length ? answered : null
}

function classifyEntry({ opId, recordId }: StoredOp, ownAnswer: BatchAnswerEntry, now: number): Verdict {
  const headers: Readonly<Record<string, string | undefined>> = ownAnswer.headers
  const header = (name: string) => headers[name] ?? null
  const answer = { status: ownAnswer.status, isRedirected: false, header, body: JSON.stringify(ownAnswer.body) }
  return classifyAnswer({ opId, recordId, now }, answer)
}
