import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Papers belong to the office's staff, to read and to write, as the cases do that they lie with (decision 5). Throws 401 or 403. */
export function requirePaperAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
