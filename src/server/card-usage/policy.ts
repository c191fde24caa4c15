import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Allows the office's staff to read and write card usage. Throws 401 or 403. */
export function requireCardUsageAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
