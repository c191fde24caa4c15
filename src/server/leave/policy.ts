import type { FastifyRequest } from 'fastify'
import { requireStaff, requireSuperuser, type SignedInUser } from '../plugins/bearer.ts'

/** Leave belongs to the office's staff (decision 5); whose requests one sees and what one may do to them is `collections.ts`. Throws 401 or 403. */
export function requireLeaveAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}

/** How many days somebody has is set by superusers. Throws 401 or 403. */
export function requireLeaveGrant(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}
