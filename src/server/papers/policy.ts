import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Papers are open to all staff, like the records they belong to. Throws 401 or 403. */
export function requirePaperAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
