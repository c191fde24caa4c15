import { batchAnswerSchema, batchPath, batchVersion, type BatchAnswerEntry } from '#contract/sync-batch.ts'
import { clientVersion, syncHeaders } from '#contract/sync.ts'
import type { Runtime } from '../../runtime.ts'
import { askOnce, type Sending } from './send-entry.ts'
import { classifyAnswer, parseJson, type RawAnswer, type Verdict } from './classify-answer.ts'
import type { StoredOp } from '../stored-op.ts'

/** What became of a batch. `not_taken`: something answered that does not know batches; each entry is to go as a call of its own. */
export type BatchVerdict = { kind: 'answered'; verdicts: readonly Verdict[] } | { kind: 'not_taken' }

/**
 * Sends marked entries of different records in one request (contract/sync-batch.ts); the verdicts stand in the order of the entries. Never throws. Each request
 * text goes out to the letter as it was kept, so that an entry may be sent again as a call of its own.
 */
export async function sendBatch(runtime: Runtime, ops: readonly StoredOp[], sending: Sending): Promise<BatchVerdict> {
  const body = `{"v":${batchVersion},"entries":[${ops.map(entryText).join(',')}]}`
  const headers = { [syncHeaders.clientVersion]: String(clientVersion) }
  const answer = await askOnce(runtime, { method: 'POST', path: batchPath, headers, body }, sending)
  if (!answer) return { kind: 'answered', verdicts: ops.map(() => ({ kind: 'unreachable', retryAfterMs: null })) }
  return classifyBatch(ops, answer, runtime.now())
}

function entryText(op: StoredOp): string {
  if (!op.request) throw new Error(`entry ${op.seq} was not marked before sending`)
  const { method, path, ifMatch, body } = op.request
  const around = JSON.stringify({ op_id: op.opId, method, path, base_version: ifMatch })
  return `${around.slice(0, -1)},"body":${body}}`
}

/** Statuses that mean the same for a batch as for a plain call: signed out, come back later. That the app is too old is only believed of a plain call. */
const aboutSender: ReadonlySet<number> = new Set([401, 408, 425, 429])

/**
 * An answer to a batch is believed as a whole or not at all: 200, the agreed shape, and one answer for every entry and no other. Then each entry's own answer is
 * judged as that of its plain call. A refusal of the request itself says nothing about the entries in it: a server from before batches answers 404, something on
 * the way that lets only known calls pass whatever it likes.
 */
export function classifyBatch(ops: readonly StoredOp[], answer: RawAnswer, now: number): BatchVerdict {
  const { status } = answer
  const answers = status === 200 && !answer.isRedirected ? readAnswers(ops, answer.body) : null
  if (answers) return { kind: 'answered', verdicts: ops.map((op, index) => classifyOne(op, answers[index], now)) }
  if (status >= 400 && status < 500 && !aboutSender.has(status)) return { kind: 'not_taken' }
  const whole: Verdict =
    status >= 400
      ? classifyAnswer({ opId: '', recordId: '', now }, answer)
      : { kind: 'unreachable', retryAfterMs: null }
  return { kind: 'answered', verdicts: ops.map(() => whole) }
}

/** In the order of the entries; null when it is no answer to these entries. */
function readAnswers(ops: readonly StoredOp[], body: string): (BatchAnswerEntry | undefined)[] | null {
  const read = batchAnswerSchema.safeParse(parseJson(body))
  if (!read.success || read.data.answers.length !== ops.length) return null
  const byOpId = new Map(read.data.answers.map((answer) => [answer.op_id, answer]))
  return ops.every(({ opId }) => byOpId.has(opId)) ? ops.map(({ opId }) => byOpId.get(opId)) : null
}

function classifyOne(op: StoredOp, answer: BatchAnswerEntry | undefined, now: number): Verdict {
  if (!answer) return { kind: 'unreachable', retryAfterMs: null }
  const headers: Readonly<Record<string, string | undefined>> = answer.headers
  return classifyAnswer(
    { opId: op.opId, recordId: op.recordId, now },
    {
      status: answer.status,
      isRedirected: false,
      header: (name) => headers[name] ?? null,
      body: JSON.stringify(answer.body),
    },
  )
}
