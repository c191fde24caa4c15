import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where visitors reach this server, without a slash at its end: as configured, else as this request came. */
export function originOf(request: FastifyRequest, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return URL.parse(publicUrl ?? `${request.protocol}://${request.host}`)?.origin ?? ''
}
