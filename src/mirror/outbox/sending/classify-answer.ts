import { problem, problemSchema, problemStatus, type Problem, type ProblemCode } from '#contract/problem.ts'
import { changeSeqSchema, syncHeaders, writeAnswerSchema, type ChangeSeq } from '#contract/sync/sync.ts'

/** What came back over the wire, read to the end. */
export interface RawAnswer {
  readonly status: number
  readonly isRedirected: boolean
  readonly header: (name: string) => string | null
  readonly body: string
}

export type Verdict =
  | { kind: 'applied'; version: number; changeSeq: ChangeSeq }
  /** Nothing is known about the effect: send the same again later. */
  | { kind: 'unreachable'; retryAfterMs: number | null; /** Where our own server said why. */ problem?: Problem }
  | { kind: 'signed_out' }
  | { kind: 'outdated' }
  /** `isFateKnown` false: our server refuses now, but an earlier attempt may have been done. */
  | { kind: 'refused'; problem: Problem; isFateKnown: boolean }
  | { kind: 'conflict'; problem: Problem }

const passing = new Set([408, 425, 429])
const definite = new Set([400, 403, 404, 405, 409, 413, 415, 422])
/** Refusals that the same request would have met every time, whoever sends it and when. */
const aboutContent = new Set([400, 413, 415, 422])

/**
 * Decides what an answer means. An acknowledgement has to prove that it comes from our server and speaks of this entry: 2xx, a body of the agreed shape
 * for this record, the echoed opId and a place in the change log. Whatever else says 200 (captive portal, sign-in page, proxy) is no answer at all. No
 * status ever deletes an entry.
 */
export function classifyAnswer(sent: { opId: string; recordId: string; now: number }, answer: RawAnswer): Verdict {
  const { status } = answer
  if (status >= 200 && status < 300 && !answer.isRedirected) return readAcknowledgement(sent, answer)
  if (answer.isRedirected || status < 400) return { kind: 'unreachable', retryAfterMs: null }
  if (status === 401) return { kind: 'signed_out' }
  // A proxy says 426 as well, of its own protocol: only our server can say that this app is too old.
  if (status === 426 && isEcho(sent, answer)) return { kind: 'outdated' }
  if (passing.has(status) || status >= 500 || !definite.has(status)) {
    return {
      kind: 'unreachable',
      retryAfterMs: readRetryAfter(answer.header('retry-after'), sent.now),
      ...wordOf(answer),
    }
  }
  return readRefusal(sent, answer)
}

function isEcho(sent: { opId: string }, answer: RawAnswer): boolean {
  return answer.header(syncHeaders.echoedOpId) === sent.opId
}

/** What our server said of itself; something in between says nothing that a person should read. */
export function wordOf(answer: Pick<RawAnswer, 'status' | 'body'>): { problem?: Problem } {
  const parsed = problemSchema.safeParse(parseJson(answer.body))
  return parsed.success && problemStatus[parsed.data.code] === answer.status ? { problem: parsed.data } : {}
}

function readAcknowledgement(sent: { opId: string; recordId: string }, answer: RawAnswer): Verdict {
  const body = writeAnswerSchema.safeParse(parseJson(answer.body))
  const changeSeq = changeSeqSchema.safeParse(answer.header(syncHeaders.changeSeq))
  if (!body.success || !changeSeq.success || !isEcho(sent, answer) || body.data.id !== sent.recordId) {
    return { kind: 'unreachable', retryAfterMs: null }
  }
  return { kind: 'applied', version: body.data.version, changeSeq: changeSeq.data }
}

/**
 * A refusal, too, has to come from us: it echoes the opId, or its problem code belongs to its status. A 403 or 404 of something in between says nothing
 * about the entry.
 */
function readRefusal(sent: { opId: string }, answer: RawAnswer): Verdict {
  const parsed = problemSchema.safeParse(parseJson(answer.body))
  const isEchoed = isEcho(sent, answer)
  const isOurs = isEchoed || (parsed.success && problemStatus[parsed.data.code] === answer.status)
  if (!isOurs) return { kind: 'unreachable', retryAfterMs: null }
  const said = parsed.success ? parsed.data : problem(codeOf(answer.status))
  const isConflict = answer.status === 409 && said.code === 'conflict' && currentVersion(said) !== null
  if (isConflict) return { kind: 'conflict', problem: said }
  return { kind: 'refused', problem: said, isFateKnown: isEchoed || aboutContent.has(answer.status) }
}

/** Version of the row that a conflict was answered with; null when the answer carries none. */
export function currentVersion(said: Problem): number | null {
  const version = said.current?.['version']
  return typeof version === 'number' && Number.isInteger(version) && version > 0 ? version : null
}

function codeOf(status: number): ProblemCode {
  const codes = Object.keys(problemStatus) as ProblemCode[]
  return codes.find((code) => problemStatus[code] === status) ?? 'refused'
}

/** Undefined when it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Seconds or an HTTP date. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
