import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '#server/plugins/bearer.ts'

/** Allows staff and superusers to write the blog. Throws 401 or 403. */
export function requireBlogWriter(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}

/** True when the reader may see unpublished posts, as those who write the blog may. */
export function canReadDrafts(request: FastifyRequest): boolean {
  return request.user?.isStaff === true || request.user?.isSuperuser === true
}
