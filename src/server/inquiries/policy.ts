import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Inquiries belong to the office's staff (decision 5); anybody may send one. Throws 401 or 403. */
export function requireInquiryAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}
