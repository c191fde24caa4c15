import type { FastifyRequest } from 'fastify'

/** Whether the caller is staff, who may also ask about records. */
export function isOfOffice({ user }: Pick<FastifyRequest, 'user'>): boolean {
  return user !== null && (user.isStaff || user.isSuperuser)
}
