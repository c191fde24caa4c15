import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config/config.ts'

/**
 * Public origin of this server without a trailing slash: as configured, else from the request.
 * Unknown hosts were refused before (known-hosts.ts).
 */
export function resolveOrigin(
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl }: Pick<Config, 'publicUrl'>,
): string {
  const origin = URL.parse(publicUrl ?? `${request.protocol}://${request.host}`)?.origin ?? ''
  // A second safeguard: the value is written into pages and must not end an attribute.
  return /^https?:\/\/[\w.:[\]-]+$/.test(origin) ? origin : ''
}
