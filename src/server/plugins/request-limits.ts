import multipart from '@fastify/multipart'
import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import type { App, Deps } from '../deps.ts'
import { Refusal } from '../http/refusal.ts'
import { sharedCounts } from './shared-counts.ts'

/** Largest JSON body in bytes. Uploads have a separate limit. */
export const maxBodyBytes = 1_048_576
/** Largest uploaded file in bytes. */
export const maxUploadBytes = 10 * 1_048_576

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts a request; throws 429 `too_many_requests` above the limit. */
    countRequest(this: void, request: FastifyRequest, reply: FastifyReply): Promise<void>
  }
}

/**
 * Rate limits per client: requests per minute over all routes, and the parts of an upload.
 * bearer.ts calls `countRequest` once per request, after it knows the caller.
 *
 * A route lowers its limit with `config: { rateLimit: { max: 10, timeWindow: '1 minute' } }` and is
 * then counted separately. All server processes count together (shared-counts.ts), nearly exactly;
 * a route that needs an exact limit uses `sharedLimit`.
 */
export async function registerRequestLimits(app: App, deps: Pick<Deps, 'config' | 'db'>): Promise<void> {
  await app.register(rateLimit, {
    global: false,
    store: sharedCounts(app, deps),
    keyGenerator: callerOf,
    // Rate-limit headers would only tell an attacker how far to go.
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
  app.decorate('countRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    const counted = await count(request)
    if (!counted.isAllowed && counted.isExceeded) throw tooMany(reply, counted.ttlInSeconds)
  })
}

/**
 * The identity a request is counted for: the user after sign-in, so that an office of a hundred
 * behind one address is not one client; before that the address, or for IPv6 the customer's
 * network, which otherwise allows a new address for every attempt.
 */
export function callerOf(request: Pick<FastifyRequest, 'user' | 'ip'>): string {
  if (request.user) return `person ${request.user.id}`
  // A socket closed meanwhile has no address; such requests share one count instead of failing.
  return request.ip ? normalizeIP(request.ip) : 'gone'
}

/** The refusal above the limit; tells the client how many seconds to wait. */
export function tooMany(reply: FastifyReply, seconds: number): Refusal {
  reply.header('retry-after', Math.max(1, seconds))
  return new Refusal(problem('too_many_requests'))
}
