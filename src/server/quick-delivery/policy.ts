import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** The page opens for anyone, its records and the balance are the staff's (decision 5). Throws 401 or 403. */
export function requireQuickAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
