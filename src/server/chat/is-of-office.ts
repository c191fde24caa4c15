import type { FastifyRequest } from 'fastify'

/** Whether somebody of the office asks: they are told of its records too. */
export function isOfOffice({ user }: Pick<FastifyRequest, 'user'>): boolean {
  return user !== null && (user.isStaff || user.isSuperuser)
}
