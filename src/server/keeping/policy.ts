import type { FastifyRequest } from 'fastify'
import { requireSuperuser, type SignedInUser } from '#server/plugins/bearer.ts'

/** The acting person, for the trail. */
export interface KeepingPerson {
  readonly user: { readonly id: string; readonly name: string }
  readonly ipAddress: string
}

/** Allows only superusers to decide about destruction. Throws 401 or 403. */
export function requireKeeping(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}

/** Throws 401 or 403. */
export function requireKeepingPerson(request: FastifyRequest): KeepingPerson {
  const { id, name } = requireKeeping(request)
  return { user: { id, name }, ipAddress: request.ip }
}
