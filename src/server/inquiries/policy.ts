import type { FastifyRequest } from 'fastify'
import { requireStaff, requireSuperuser, type SignedInUser } from '#server/plugins/bearer.ts'

/** Allows the office's staff to handle inquiries; anybody may send one. Throws 401 or 403. */
export function requireInquiryAccess(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}

/** Allows only superusers to destroy inquiries. Throws 401 or 403. */
export function requireInquiryDestruction(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}
