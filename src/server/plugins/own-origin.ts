import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'

/**
 * Where visitors reach this server, without a slash at its end: as configured, else as this request came. Requests for a host that is not ours never get here
 * (known-hosts.ts).
 */
export function originOf(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const origin = URL.parse(publicUrl ?? `${request.protocol}://${request.host}`)?.origin ?? ''
  // A second lock: what is written into pages holds nothing that ends an attribute.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : ''
}
