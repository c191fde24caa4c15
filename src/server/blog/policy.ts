import type { FastifyRequest } from 'fastify'
import { requireStaff, type SignedInUser } from '../plugins/bearer.ts'

/** Staff and superusers write the blog. Throws 401 or 403. */
export function requireBlogWriting(request: FastifyRequest): SignedInUser {
  return requireStaff(request)
}

/** Published posts are everybody's; what is not published yet is seen by those who write. */
export function mayReadDrafts(request: FastifyRequest): boolean {
  return request.user?.isStaff === true || request.user?.isSuperuser === true
}
