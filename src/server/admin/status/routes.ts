import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { serverStatusPath, serverStatusSchema, setupPath, setupSchema } from '#contract/admin/server-status.ts'
import { problem, problemSchema } from '#contract/problem.ts'
import { parseAppBuild } from '#contract/sync/app-build.ts'
import { hashToken } from '#server/auth/token.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import { readBearerToken, requireSuperuser } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { getCertificateStatus, readCertificateEnd, readDisks, readServerFigures } from './read-figures.ts'

/**
 * `GET /api/server_status`: the state of the server and the app build it serves, answered also
 * without a database.
 */
export function serverStatusRoutes(app: App, deps: RouteDeps): void {
  const { requestTimes, refuseUnlessSuperuser } = deps
  const build = readServedBuild(deps.distDir)
  const certificateEnd = readCertificateEnd(deps.config)
  app.route({
    method: 'GET',
    url: serverStatusPath,
    schema: { tags: ['서버'], summary: '서버 상태', response: { 200: serverStatusSchema, '4xx': problemSchema } },
    config: { outlivesDatabase: true },
    onRequest: async (request) => refuseUnlessSuperuser(request),
    handler: async ({ isDatabaseAway }) => {
      const [figures, disks] = await Promise.all([
        isDatabaseAway ? null : readServerFigures(deps, build),
        readDisks(deps.config),
      ])
      const slowest = requestTimes.listSlowest(10).map(({ p95Ms, ...route }) => ({ ...route, p95_ms: p95Ms }))
      const certificate = getCertificateStatus(certificateEnd, deps.now())
      const requestTime = { asked_at: deps.now().toISOString() }
      return { ...requestTime, figures, disks, certificate, slowest }
    },
  })
}

/**
 * The app build that this process serves, read from its page; null when there is none
 * (development, server-only tests).
 */
function readServedBuild(distDir: string): string | null {
  const page = join(distDir, 'index.html')
  if (!existsSync(page)) return null
  const sources = readFileSync(page, 'utf8').matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)
  for (const [, source = ''] of sources) {
    const build = parseAppBuild(source)
    if (build !== null) return build
  }
  return null
}

/** What is configured on this server, for the first-steps page and for operators. */
export function setupRoutes(app: App, { config, db }: Deps): void {
  app.route({
    method: 'GET',
    url: setupPath,
    schema: { tags: ['서버'], summary: '서버 설정 상태', response: { 200: setupSchema } },
    onRequest: [async (request: FastifyRequest) => void requireSuperuser(request)],
    handler: async (request) => ({
      has_backup_key: config.backupKeyFile !== undefined,
      has_superusers: config.superusers.length > 0,
      has_colleague: await hasColleague(db, requireSuperuser(request).id),
    }),
  })
}

async function hasColleague(db: Database, id: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from invitation) or exists (select from app_user where is_staff and id <> ${id}) as found`.execute(
    db,
  )
  return rows[0]?.found === true
}

/**
 * Refuses everybody but superusers. While the database is unreachable, admits tokens that it
 * confirmed as a superuser's within the last hour (the token lifetime), on any route. Everybody
 * else gets the usual "unavailable".
 *
 * HAZARD: a user who loses the role just before the database becomes unreachable keeps access for
 * up to an hour, so these routes may only show data about the machine. HAZARD: call this on the
 * server itself and before its plugins, because it learns the tokens from the requests of every
 * route.
 */
export function requireKnownSuperuser(app: App, { now }: Pick<Deps, 'now'>): (request: FastifyRequest) => void {
  const confirmedTokens = new Map<string, number>()
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.user?.isSuperuser === true) remember(confirmedTokens, hashBearerToken(request), now().getTime())
    done()
  })
  return (request) => {
    if (!request.isDatabaseAway) return void requireSuperuser(request)
    const since = confirmedTokens.get(hashBearerToken(request))
    if (since === undefined || now().getTime() - since > tokenLivesMs) throw new HttpProblem(problem('unavailable'))
  }
}

/** Lifetime of an access token (session/tokens.ts). */
const tokenLivesMs = 3_600_000
/** Upper bound well above the number of superuser devices in any office. */
const maxStored = 100

/** Evicts the least recently used entry: a Map iterates its keys in insertion order. */
function remember(confirmedTokens: Map<string, number>, token: string, confirmedAt: number): void {
  confirmedTokens.delete(token)
  confirmedTokens.set(token, confirmedAt)
  const [oldest] = confirmedTokens.keys()
  if (confirmedTokens.size > maxStored && oldest !== undefined) confirmedTokens.delete(oldest)
}

function hashBearerToken({ headers }: FastifyRequest): string {
  return hashToken(readBearerToken(headers.authorization ?? '') ?? '')
}
