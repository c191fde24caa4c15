import type { FastifyRequest } from 'fastify'
import { isLoopback, type Config } from '#server/config.ts'

/**
 * Where the browser reaches this server: PUBLIC_URL, else the address of the request. Null when the request names a host that is not this machine.
 *
 * HAZARD: without the loopback check a page on a name that an attacker points at 127.0.0.1 (DNS rebinding) would be "our own origin", and could
 * sign itself in with a demo account.
 */
export function ownOrigin(config: Config, request: FastifyRequest): string | null {
  if (config.publicUrl !== undefined) return new URL(config.publicUrl).origin
  const address = URL.parse(`${request.protocol}://${request.host}`)
  if (address === null) return null
  const isOurs = config.kakao !== undefined || isLoopback(address.hostname.replace(/^\[(.*)\]$/, '$1'))
  return isOurs ? address.origin : null
}

/** True for an address of our own pages: where the browser may be sent with a code. */
export function isOwnAddress(origin: string | null, address: string): boolean {
  const parsed = URL.parse(address)
  return parsed !== null && parsed.origin === origin && parsed.username === '' && parsed.password === ''
}
