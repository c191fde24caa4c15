import type { FastifyRequest } from 'fastify'
import { requireSuperuser, type SignedInUser } from '#server/plugins/bearer.ts'

/** The acting person, for the trail. */
export interface RetentionManager {
  readonly user: { readonly id: string; readonly name: string }
  readonly ipAddress: string
}

/** Allows only superusers to decide about destruction. Throws 401 or 403. */
export function requireRetentionAccess(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}

/** Throws 401 or 403. */
export function requireRetentionManager(request: FastifyRequest): RetentionManager {
  const { id, name } = requireRetentionAccess(request)
  return { user: { id, name }, ipAddress: request.ip }
}
