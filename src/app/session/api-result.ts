import { HTTPError } from 'ky'
import { classifyFailedResponse, classifyMissingResponse, type ServerFailure } from '#contract/admin/server-failure.ts'
import { problem, type Problem, problemSchema } from '#contract/problem.ts'
import { describeServerFailure } from '#domain/office/server-failure-texts.ts'

/**
 * Result of a call: the value, or why there is none. `isUnreachable`: our server did not respond,
 * so the outcome is unknown. `trouble`: the server is at fault rather than the request, so a retry
 * may help.
 */
export type Result<Value> =
  | { ok: true; value: Value }
  | { ok: false; problem: Problem; isUnreachable: boolean; trouble?: ServerFailure }

/**
 * Turns a REST call into data. A refusal carries the server's own Korean sentence; a lost
 * connection gets a sentence of ours.
 */
export async function toResult<Value>(call: Promise<Value>): Promise<Result<Value>> {
  try {
    return { ok: true, value: await call }
  } catch (error) {
    const failure = classifyRequestError(error)
    const problemDetails = error instanceof HTTPError ? problemSchema.safeParse(error.data).data : undefined
    if (failure === null) return { ok: false, problem: problemDetails ?? problem('internal'), isUnreachable: false }
    if (failure.kind === 'failed')
      return { ok: false, problem: problemDetails ?? problem('internal'), isUnreachable: false, trouble: failure }
    return {
      ok: false,
      problem: problem('unavailable', { message: describeUnreachable(failure) }),
      isUnreachable: true,
      trouble: failure,
    }
  }
}

/** Thrown so that a query keeps the data it already has. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly result: Extract<Result<unknown>, { ok: false }>
  constructor(result: Extract<Result<unknown>, { ok: false }>) {
    super(result.problem.message)
    this.result = result
  }
}

/** Something other than our server responded to an API call with a page, e.g. a captive portal. */
export class ForeignResponseError extends Error {
  override readonly name = 'ForeignResponseError'
}

/** Why the server did not respond; null when it responded with a refusal. */
export function classifyRequestError(error: unknown): ServerFailure | null {
  if (error instanceof HTTPError) {
    const { status } = error.response
    const failure = classifyFailedResponse(status, error.data)
    // A 4xx problem from our own server is about the request, not a failure of the server.
    return failure?.kind === 'failed' && status < 500 ? null : failure
  }
  if (error instanceof RequestError) return error.result.trouble ?? null
  // We expected JSON and got a page.
  if (error instanceof ForeignResponseError || error instanceof SyntaxError) return { kind: 'foreign_answer' }
  return classifyMissingResponse(navigator.onLine)
}

function describeUnreachable(failure: ServerFailure): string {
  if (failure.kind === 'no_network') return '서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.'
  if (failure.kind === 'no_answer') return '서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요.'
  return `서버에 연결할 수 없습니다. ${describeServerFailure(failure)}`
}
