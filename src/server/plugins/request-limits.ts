import multipart from '@fastify/multipart'
import rateLimit from '@fastify/rate-limit'
import type { Config } from '../config.ts'
import type { App } from '../deps.ts'

/** Largest JSON body in bytes. Uploads have a limit of their own. */
export const maxBodyBytes = 1_048_576
/** Largest uploaded file in bytes (spec 1: Excel up to 10 MB). */
export const maxUploadBytes = 10 * 1_048_576

/**
 * How much one client may ask: requests per minute over all routes, and the parts of an upload. A route asks for less with
 * `config: { rateLimit: { max: 10, timeWindow: '1 minute' } }`; it then has a count of its own.
 */
export async function registerRequestLimits(app: App, config: Config): Promise<void> {
  await app.register(rateLimit, {
    global: true,
    max: config.rateLimitPerMinute,
    timeWindow: '1 minute',
    cache: 20_000,
    // A socket that closed meanwhile has no address any more; its request is counted with the others of that kind instead of failing.
    keyGenerator: (request) => request.ip || 'gone',
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
}
