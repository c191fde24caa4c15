import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { healthSchema, type Readiness, readinessSchema } from '#contract/admin/server-status.ts'
import { retryAfterSeconds } from '#contract/problem.ts'
import { findErrorCode } from '#server/db/database-failure.ts'
import type { App, Deps } from '#server/deps.ts'
import { readMigrations } from '#server/schema/migrate.ts'

/**
 * `GET /api/health`: is this process alive? `GET /api/health/ready`: should it receive requests?
 * For supervisors and load balancers; each answers only a status.
 */
export function healthRoutes(app: App, deps: Deps): void {
  app.get(
    '/api/health',
    { schema: { tags: ['서버'], summary: '서버가 살아 있는지', response: { 200: healthSchema } } },
    () => ({ status: 'ok' as const }),
  )
  // Read once, because files of the next version may be copied while the server runs.
  let newest: Promise<number> | undefined
  const checkDatabase = shareInFlight(async () => await findHealthError(deps, await (newest ??= readNewestVersion())))
  app.get(
    '/api/health/ready',
    {
      schema: {
        tags: ['서버'],
        summary: '요청을 받을 준비가 되었는지',
        response: { 200: readinessSchema, 503: readinessSchema },
      },
    },
    async (_request, reply) => {
      const readiness = await readReadiness(deps, checkDatabase)
      const isServing = readiness.status === 'ready' || readiness.status === 'storage_full'
      if (!isServing) void reply.header('retry-after', retryAfterSeconds.unavailable)
      return reply.code(isServing ? 200 : 503).send(readiness)
    },
  )
}

/** State of the database; undefined when it is fine. */
type HealthError = 'unavailable' | 'migrating' | undefined

async function readReadiness({ drain, storage }: Deps, checkDatabase: () => Promise<HealthError>): Promise<Readiness> {
  if (drain.aborted) return { status: 'draining' }
  const healthError = await checkDatabase()
  if (healthError !== undefined) return { status: healthError }
  return { status: storage.isFull() ? 'storage_full' : 'ready' }
}

/** Timeout in ms; a working database returns one row faster. */
const timeoutMs = 3000

async function readNewestVersion(): Promise<number> {
  return (await readMigrations()).at(-1)?.version ?? 0
}

async function findHealthError({ db }: Deps, newest: number): Promise<HealthError> {
  const versionCheck = sql<{ version: number | null }>`select max(version)::int as version from schema_migration`
    .execute(db)
    .then(
      ({ rows }): HealthError => ((rows[0]?.version ?? 0) < newest ? 'migrating' : undefined),
      // A database without the migration ledger is empty and being set up.
      (error: unknown): HealthError => (findErrorCode(error) === '42P01' ? 'migrating' : 'unavailable'),
    )
  const timeoutController = new AbortController()
  const late = delay(timeoutMs, 'unavailable' as const, { ref: false, signal: timeoutController.signal })
  const healthError = await Promise.race([versionCheck, late])
  timeoutController.abort()
  return healthError
}

/** Concurrent callers share one query. */
function shareInFlight<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let pending: Promise<Result> | undefined
  return () =>
    (pending ??= read().finally(() => {
      pending = undefined
    }))
}
