import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from './config.ts'
import type { Database } from './db/client.ts'
import type { NumberKeys } from './numbers/number-keys.ts'
import type { Storage } from './postgres/watch-storage.ts'

/**
 * What every business folder of the server is handed, so that nobody imports `app.ts`.
 * A folder exports `registerXRoutes(app: App, deps: Deps): void` from its `routes.ts`; `app.ts` calls it.
 */
export type Deps = {
  config: Config
  db: Database
  /** Whether there is room for anything new. */
  storage: Storage
  /** Connection string of the same database, for a connection of one's own (LISTEN). Holds a password: never log it. */
  databaseUrl: string
  /** The office's keys for numbers of persons: whoever opens one says so in the audit trail. */
  numbers: NumberKeys
  now: () => Date
  /** A new UUIDv7. */
  newId: () => string
  /** Aborts when the server starts to drain: long answers (server-sent events) end then. */
  drain: AbortSignal
}

/**
 * The Fastify instance with zod-typed routes. Schemas of a route come from `#contract`; `config: { rateLimit: { max, timeWindow } }`
 * tightens the limit of one route; a refusal is thrown as `Refusal` (plugins/refusal.ts).
 */
export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>
