import { problem, type Problem, type ProblemCode, problemSchema, problemStatus } from '#contract/problem.ts'
import { type ChangeSeq, changeSeqSchema, syncHeaders, writeResponseSchema } from '#contract/sync/sync.ts'

/** A response with its body read. */
export interface RawResponse {
  readonly status: number
  readonly isRedirected: boolean
  readonly header: (name: string) => string | null
  readonly body: string
}

export type Verdict =
  | { kind: 'applied'; version: number; changeSeq: ChangeSeq }
  /**
   * Outcome unknown: send the same again later. `problem` is set when our own server gave a reason.
   */
  | { kind: 'unreachable'; retryAfterMs: number | null; problem?: Problem }
  | { kind: 'signed_out' }
  | { kind: 'outdated' }
  /** `isFateKnown` false: our server refuses now, but an earlier attempt may have succeeded. */
  | { kind: 'refused'; problem: Problem; isFateKnown: boolean }
  | { kind: 'conflict'; problem: Problem }

const transientStatuses = new Set([408, 425, 429])
const finalStatuses = new Set([400, 403, 404, 405, 409, 413, 415, 422])
/** Refusals that depend on the content only, so every earlier attempt failed too. */
const contentStatuses = new Set([400, 413, 415, 422])

/**
 * Classifies the response to a write. An acknowledgement must prove that it comes from our server
 * and concerns this entry: 2xx, a body of the agreed shape for this record, the echoed opId and a
 * log position. Any other 200 (captive portal, sign-in page, proxy) counts as no response. No
 * status ever deletes an entry.
 */
export function classifyResponse(
  sentEntry: { opId: string; recordId: string; now: number },
  response: RawResponse,
): Verdict {
  const { status } = response
  if (status >= 200 && status < 300 && !response.isRedirected) return readAcknowledgement(sentEntry, response)
  if (response.isRedirected || status < 400) return { kind: 'unreachable', retryAfterMs: null }
  if (status === 401) return { kind: 'signed_out' }
  // A proxy may respond 426 about its own protocol; only our server can say that this app is too
  // old.
  if (status === 426 && isEcho(sentEntry, response)) return { kind: 'outdated' }
  if (transientStatuses.has(status) || status >= 500 || !finalStatuses.has(status)) {
    return {
      kind: 'unreachable',
      retryAfterMs: readRetryAfter(response.header('retry-after'), sentEntry.now),
      ...parseProblem(response),
    }
  }
  return readRefusal(sentEntry, response)
}

function isEcho(sentEntry: { opId: string }, response: RawResponse): boolean {
  return response.header(syncHeaders.echoedOpId) === sentEntry.opId
}

/** The problem in our server's response; empty for responses of anything in between. */
export function parseProblem(response: Pick<RawResponse, 'status' | 'body'>): { problem?: Problem } {
  const parsed = problemSchema.safeParse(parseJson(response.body))
  return parsed.success && problemStatus[parsed.data.code] === response.status ? { problem: parsed.data } : {}
}

function readAcknowledgement(sentEntry: { opId: string; recordId: string }, response: RawResponse): Verdict {
  const body = writeResponseSchema.safeParse(parseJson(response.body))
  const changeSeq = changeSeqSchema.safeParse(response.header(syncHeaders.changeSeq))
  if (!body.success || !changeSeq.success || !isEcho(sentEntry, response) || body.data.id !== sentEntry.recordId) {
    return { kind: 'unreachable', retryAfterMs: null }
  }
  return { kind: 'applied', version: body.data.version, changeSeq: changeSeq.data }
}

/**
 * A refusal must come from our server too: it echoes the opId, or its problem code fits its
 * status. A 403 or 404 from a proxy says nothing about the entry.
 */
function readRefusal(sentEntry: { opId: string }, response: RawResponse): Verdict {
  const parsed = problemSchema.safeParse(parseJson(response.body))
  const isEchoed = isEcho(sentEntry, response)
  const isFromServer = isEchoed || (parsed.success && problemStatus[parsed.data.code] === response.status)
  if (!isFromServer) return { kind: 'unreachable', retryAfterMs: null }
  const parsedProblem = parsed.success ? parsed.data : problem(findProblemCode(response.status))
  const isConflict =
    response.status === 409 && parsedProblem.code === 'conflict' && getCurrentVersion(parsedProblem) !== null
  if (isConflict) return { kind: 'conflict', problem: parsedProblem }
  return { kind: 'refused', problem: parsedProblem, isFateKnown: isEchoed || contentStatuses.has(response.status) }
}

/** Version of the row in a conflict's response; null when there is none. */
export function getCurrentVersion(parsedProblem: Problem): number | null {
  const version = parsedProblem.current?.['version']
  return typeof version === 'number' && Number.isInteger(version) && version > 0 ? version : null
}

function findProblemCode(status: number): ProblemCode {
  const codes = Object.keys(problemStatus) as ProblemCode[]
  return codes.find((code) => problemStatus[code] === status) ?? 'refused'
}

/** Undefined when the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Milliseconds from a Retry-After header (seconds or an HTTP date); null when absent or past. */
export function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) && ms > 0 ? ms : null
}
