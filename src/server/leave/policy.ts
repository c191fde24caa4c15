import type { FastifyRequest } from 'fastify'
import { requireStaff, requireSuperuser, type SignedInUser } from '#server/plugins/bearer.ts'

/**
 * Allows the office's staff to use leave requests; `writableLeaveRequestBook` limits which ones.
 * Throws 401 or 403.
 */
export function requireLeaveAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}

/** Allows only superusers to set annual leave. Throws 401 or 403. */
export function requireLeaveGrant(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}
