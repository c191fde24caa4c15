import type { FastifyRequest } from 'fastify'
import { requireSuperuser, type SignedInUser } from '../plugins/bearer.ts'

/** Who keeps and destroys, as the trail writes them down. */
export interface KeepingPerson {
  readonly user: { readonly id: string; readonly name: string }
  readonly address: string
}

/** What is destroyed is decided by superusers alone. Throws 401 or 403. */
export function requireKeeping(request: FastifyRequest): SignedInUser {
  return requireSuperuser(request)
}

/** Throws 401 or 403. */
export function keepingPerson(request: FastifyRequest): KeepingPerson {
  const { id, name } = requireKeeping(request)
  return { user: { id, name }, address: request.ip }
}
