import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Addresses and their extracts belong to the office's staff, to read and to write (decision 5). Throws 401 or 403. */
export function requireAddressAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
