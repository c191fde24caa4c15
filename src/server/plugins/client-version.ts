import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { syncHeaders } from '#contract/sync/sync.ts'
import { idSchema } from '#contract/records/values.ts'
import { Refusal } from '../http/refusal.ts'

/**
 * Raise it when older clients can no longer be understood; they keep their outbox and ask the user
 * to update.
 */
const oldestAcceptedVersion = 1

/**
 * An `onRequest` hook: answers 426 to a client of ours that is too old. Echoes the edit's operation
 * id, without which no client believes it (any proxy may say 426). Plain clients send no version
 * and are always served.
 */
export async function refuseOutdatedClient(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const version = request.headers[syncHeaders.clientVersion]
  if (version === undefined || Number(version) >= oldestAcceptedVersion) return
  const opId = idSchema.safeParse(request.headers[syncHeaders.opId])
  if (opId.success) reply.header(syncHeaders.echoedOpId, opId.data)
  throw new Refusal(problem('client_outdated'))
}
