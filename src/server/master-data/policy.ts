import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Master data belongs to the office's staff, to read and to write (decision 5). Throws 401 or 403. */
export function requireMasterDataAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
