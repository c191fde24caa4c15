import type { FastifyRequest } from 'fastify'
import { requireSignedIn, type SignedInUser } from '#server/plugins/bearer.ts'

/** Everybody who is signed in, members too, looks after their own sessions, and nobody after anybody else's. Throws 401. */
export function requireOwnSessions(request: FastifyRequest): SignedInUser {
  return requireSignedIn(request)
}
