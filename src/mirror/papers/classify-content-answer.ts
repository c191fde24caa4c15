import { paperStateSchema, type PaperState } from '#contract/papers/papers.ts'
import type { Problem } from '#contract/problem.ts'
import { parseJson, readRetryAfter, problemOf, type RawAnswer } from '../outbox/sending/classify-answer.ts'

export type ContentVerdict =
  /** The server confirmed this many bytes. */
  | { kind: 'progress'; state: PaperState }
  /** Outcome unknown: ask again later. `problem` is set when our own server gave a reason. */
  | { kind: 'unreachable'; retryAfterMs: number | null; problem: Problem | null }
  | { kind: 'signed_out' }
  /** The server doesn't know the content, or its bytes don't match the declaration: start over. */
  | { kind: 'anew'; problem: Problem }
  | { kind: 'refused'; problem: Problem }

const refusals = new Set([400, 403, 405, 409, 413, 415, 422])

/**
 * Classifies the answer to a request about a content. Success counts only in the agreed shape and
 * naming this content; a refusal must carry a problem code that fits its status. Everything else (a
 * portal's page, a proxy's 403) counts as no answer.
 */
export function classifyContentAnswer(
  content: { readonly contentId: string; readonly digest: string; readonly size: number; readonly now: number },
  answer: RawAnswer,
): ContentVerdict {
  const { status, isRedirected } = answer
  if (isRedirected) return unreachable
  if (status >= 200 && status < 300) return progressOf(content, parseJson(answer.body)) ?? unreachable
  if (status === 401) return { kind: 'signed_out' }
  const { problem = null } = problemOf(answer)
  if (problem?.code === 'not_found' || problem?.code === 'digest_mismatch') return { kind: 'anew', problem }
  if (problem && refusals.has(status)) return progressOf(content, problem.current) ?? { kind: 'refused', problem }
  return { kind: 'unreachable', retryAfterMs: readRetryAfter(answer.header('retry-after'), content.now), problem }
}

const unreachable: ContentVerdict = { kind: 'unreachable', retryAfterMs: null, problem: null }

function progressOf(
  { contentId, digest, size }: { contentId: string; digest: string; size: number },
  body: unknown,
): ContentVerdict | null {
  const state = paperStateSchema.safeParse(body).data
  const isOfThis = state?.content_id === contentId && state.digest === digest && state.size === size
  const isPossible = state && state.received <= size && state.is_whole === (state.received === size)
  return isOfThis && isPossible ? { kind: 'progress', state } : null
}
