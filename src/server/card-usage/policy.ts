import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** What the office's cards were used for belongs to its staff, to read and to write (spec 3 §2 guards, decision 5). Throws 401 or 403. */
export function requireCardUsageAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
