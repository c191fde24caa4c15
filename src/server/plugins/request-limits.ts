import multipart from '@fastify/multipart'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { App, Deps } from '../deps.ts'
import { Refusal } from './refusal.ts'
import { sharedCounts } from './shared-counts.ts'

/** Largest JSON body in bytes. Uploads have a limit of their own. */
export const maxBodyBytes = 1_048_576
/** Largest uploaded file in bytes (spec 1: Excel up to 10 MB). */
export const maxUploadBytes = 10 * 1_048_576

/** Counts a request; throws 429 `too_many_requests` when it is one too many. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * How much one client may ask: requests per minute over all routes, and the parts of an upload. Whoever learns who asks (bearer.ts) calls what this answers,
 * once for every request.
 *
 * A route asks for less with `config: { rateLimit: { max: 10, timeWindow: '1 minute' } }`; it then has a count of its own. All server processes
 * count together (shared-counts.ts), nearly exactly; where not one try too many may pass, a route takes `sharedLimit`.
 */
export async function registerRequestLimits(app: App, deps: Pick<Deps, 'config' | 'db'>): Promise<CountRequest> {
  await app.register(rateLimit, {
    global: false,
    store: sharedCounts(app, deps),
    keyGenerator: callerOf,
    // Counting headers on every answer would only tell a stranger how far to go.
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
  })
  await app.register(multipart, {
    limits: {
      fileSize: maxUploadBytes,
      files: 1,
      fields: 10,
      fieldNameSize: 100,
      fieldSize: 10_000,
      parts: 12,
      headerPairs: 50,
    },
  })
  const count = app.createRateLimit({ max: deps.config.rateLimitPerMinute, timeWindow: '1 minute' })
  return async (request, reply) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(reply, counted.ttlInSeconds)
  }
}

/**
 * Whose count it is. A person after sign-in, so that an office of a hundred behind one address is not one client; before it the address, and of IPv6 the network
 * that one customer is given, who would otherwise have a new address for every try.
 */
export function callerOf(request: Pick<FastifyRequest, 'user' | 'ip'>): string {
  if (request.user) return `person ${request.user.id}`
  // A socket that closed meanwhile has no address any more; its request is counted with the others of that kind instead of failing.
  return request.ip ? normalizeIP(request.ip) : 'gone'
}

/** The refusal of one request too many; tells the client how many seconds to wait. */
export function tooMany(reply: FastifyReply, seconds: number): Refusal {
  reply.header('retry-after', Math.max(1, seconds))
  return new Refusal(problem('too_many_requests'))
}
