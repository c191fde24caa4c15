import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Allows the office's staff to read and write the case book and its groups. Throws 401 or 403. */
export function requireCaseBookAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
