import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Staff may read and write addresses and extracts. Throws 401 or 403. */
export function requireAddressAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
