import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { syncHeaders } from '#contract/sync.ts'
import { Refusal } from './refusal.ts'

/** Raise it when clients below can no longer be understood; they then keep their outbox and ask the user to update. */
const oldestAcceptedVersion = 1

/** An `onRequest` hook: 426 for a client of ours that is too old. Plain clients send no version and are always served. */
export async function refuseOutdatedClient(request: FastifyRequest): Promise<void> {
  const version = request.headers[syncHeaders.clientVersion]
  if (version !== undefined && !(Number(version) >= oldestAcceptedVersion))
    throw new Refusal(problem('client_outdated'))
}
