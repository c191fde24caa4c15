import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/**
 * Allows the office's staff to read and write papers, as for the records they belong to. Throws 401
 * or 403.
 */
export function requirePaperAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
