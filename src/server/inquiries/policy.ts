import type { FastifyRequest } from 'fastify'
import { requireStaff, requireSuperuser, type SignedInUser } from '../plugins/bearer.ts'

/** Inquiries belong to the office's staff (decision 5); anybody may send one. Throws 401 or 403. */
export function requireInquiryAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}

/** What cannot be taken back is the superusers'. Throws 401 or 403. */
export function requireInquiryDestruction(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}
