import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Allows the office's staff to read and write master data. Throws 401 or 403. */
export function requireMasterDataAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
