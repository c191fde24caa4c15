import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Config } from './config/config.ts'
import type { Database } from './db/client.ts'
import type { OfficeKeys } from './keys/office-keys.ts'
import type { StorageWatch } from './postgres/storage.ts'

/** What every process has: the server, a worker, a command. */
export interface Deps {
  config: Config
  db: Database
  /** Reports whether there is room for new data. */
  storage: StorageWatch
  /**
   * Connection string of the same database, for a separate connection (LISTEN). Holds a password:
   * never log it.
   */
  databaseUrl: string
  /** The office's keys for personal numbers. Decrypting one must be logged in the trail. */
  officeKeys: OfficeKeys
  now: () => Date
  /** A new UUIDv7. */
  newId: () => string
  /** Aborts when the server starts to drain; long responses (server-sent events) end then. */
  drain: AbortSignal
}

/**
 * The Fastify instance with zod-typed routes. Route schemas come from `#contract`; `config: {
 * rateLimit: { max, timeWindow } }` lowers the limit of one route; a refusal is thrown as
 * `HttpProblem` (http/http-problem.ts).
 */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
