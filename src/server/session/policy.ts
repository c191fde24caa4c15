import type { FastifyRequest } from 'fastify'
import { requireSignedIn, type SignedInUser } from '#server/plugins/bearer.ts'

/** Everybody who is signed in, members included, may manage their own sessions only. Throws 401. */
export function requireOwnSessions(request: FastifyRequest): SignedInUser {
  return requireSignedIn(request)
}
