import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Deposit cases belong to the office's staff, to read and to write (decision 5). Throws 401 or 403. */
export function requireDepositAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
