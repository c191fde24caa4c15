import type { FastifyReply } from 'fastify'
import { type Problem, problemStatus, retryAfterSeconds } from '#contract/problem.ts'

/** Answers with a refusal and its status: `return sendProblem(reply, problem('not_found'))`. */
export function sendProblem(reply: FastifyReply, refusal: Problem): FastifyReply {
  const seconds = retryAfterSeconds[refusal.code]
  if (seconds !== undefined && !reply.hasHeader('retry-after')) void reply.header('retry-after', seconds)
  return reply
    .code(problemStatus[refusal.code])
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(refusal)
}
