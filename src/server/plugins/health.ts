import { sql } from 'kysely'
import { type Health, healthSchema } from '#contract/health.ts'
import type { App, Deps } from '../deps.ts'

/** `GET /api/health`: does this process, its database and its schema stand? Meant for load balancers; says nothing secret. */
export function registerHealth(app: App, deps: Deps): void {
  app.get(
    '/api/health',
    { schema: { tags: ['서버'], summary: '서버 상태', response: { 200: healthSchema, 503: healthSchema } } },
    async (_request, reply) => {
      const health = await checkHealth(deps)
      return reply.code(health.status === 'ok' ? 200 : 503).send(health)
    },
  )
}

async function checkHealth({ config, db, drain }: Deps): Promise<Health> {
  const started = performance.now()
  const schemaVersion = await sql<{ version: number | null }>`select max(version) as version from schema_migration`
    .execute(db)
    .then(({ rows }) => rows[0]?.version ?? null)
    .catch(() => undefined)
  const isDatabaseUp = schemaVersion !== undefined
  return {
    status: drain.aborted ? 'draining' : isDatabaseUp ? 'ok' : 'broken',
    process: { pid: process.pid, uptime_seconds: Math.round(process.uptime()), version: process.version },
    database: {
      ok: isDatabaseUp,
      kind: config.databaseUrl === undefined ? 'embedded' : 'external',
      latency_ms: isDatabaseUp ? Math.round((performance.now() - started) * 100) / 100 : null,
    },
    schema_version: schemaVersion ?? null,
  }
}
