import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/**
 * Allows staff to use the records and the balance; the page itself opens for anybody. Throws 401 or
 * 403.
 */
export function requireQuickAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
