import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Allows the office's staff to read and write deposit cases. Throws 401 or 403. */
export function requireDepositAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
