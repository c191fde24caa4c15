import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem, type Problem, problemStatus, retryAfterSeconds } from '#contract/problem.ts'
import type { RequestedOrder } from '#contract/records/list-query.ts'
import { idSchema } from '#contract/records/values.ts'
import { syncHeaders } from '#contract/sync/sync.ts'
import { formatMoment } from '#domain/dates/office-moment.ts'

/**
 * An expected refusal, thrown where returning it through every caller (or rolling back a
 * transaction by hand) would only add noise. `error-handlers.ts` sends its problem; it is never
 * logged as a bug.
 */
export class HttpProblem extends Error {
  override name = 'HttpProblem'
  readonly problem: Problem

  constructor(reason: Problem) {
    super(reason.message)
    this.problem = reason
  }
}

export function createOrderingRefusal({ ordering }: RequestedOrder): HttpProblem {
  const key = ordering ? 'ordering' : 'sort_field'
  return new HttpProblem(problem('invalid_request', { fields: { [key]: '정렬할 수 없는 항목입니다.' } }))
}

interface Versioned {
  readonly version: number
  readonly updated_by: string
  readonly updated_at: string
}

/**
 * Returns the locked row when it is at the version its writer read. Throws `not_found` with
 * `notFoundMessage` when there is no row, and `conflict` with who saved first, including the record
 * that `readCurrent` returns.
 */
export async function requireVersion<Row extends Versioned>(
  row: Row | undefined,
  version: number,
  { notFoundMessage, readCurrent }: { notFoundMessage: string; readCurrent?: () => Promise<object | undefined> },
): Promise<Row> {
  if (row === undefined) throw new HttpProblem(problem('not_found', { message: notFoundMessage }))
  if (row.version === version) return row
  const message = `${row.updated_by} 님이 ${formatMoment(row.updated_at)}에 먼저 저장했습니다.`
  throw new HttpProblem(problem('conflict', { message, ...(readCurrent && { current: { ...(await readCurrent()) } }) }))
}

/** Sends a refusal with its status: `return sendProblem(reply, problem('not_found'))`. */
export function sendProblem(reply: FastifyReply, refusal: Problem): FastifyReply {
  const seconds = retryAfterSeconds[refusal.code]
  if (seconds !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', seconds)
  return reply
    .code(problemStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(refusal)
}

/**
 * Raise it when older clients can no longer be understood; they keep their outbox and ask the user
 * to update.
 */
const oldestAcceptedVersion = 1

/**
 * An `onRequest` hook: sends 426 to an outdated app. Echoes the edit's operation id: the app
 * ignores a 426 without it, because any proxy may send one. Plain API clients send no version and
 * are always served.
 */
export async function refuseOutdatedClient(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const version = request.headers[syncHeaders.clientVersion]
  if (version === undefined || Number(version) >= oldestAcceptedVersion) return
  const opId = idSchema.safeParse(request.headers[syncHeaders.opId])
  if (opId.success) reply.header(syncHeaders.echoedOpId, opId.data)
  throw new HttpProblem(problem('client_outdated'))
}
