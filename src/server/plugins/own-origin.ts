import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/** Where visitors reach this server, without a slash at its end: as configured, else as this request came. */
export function originOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const origin = URL.parse(publicUrl ?? `${request.protocol}://${request.host}`)?.origin ?? ''
  // A host may hold quotes, and this one came from a stranger and is written into pages.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : ''
}
