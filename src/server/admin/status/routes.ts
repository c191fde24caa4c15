import { problemSchema } from '#contract/problem.ts'
import { serverStatusPath, serverStatusSchema } from '#contract/admin/server-status.ts'
import type { App } from '../../deps.ts'
import type { ServerDeps } from '../../server-deps.ts'
import { readFigures } from './read-figures.ts'
import { certificateStatus, readCertificateEnd, readDisks } from './read-machine.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { appBuildOf } from '#contract/app-build.ts'

/**
 * `GET /api/server_status`: the state of the server and the app build it hands out, answered also
 * without a database.
 */
export function serverStatusRoutes(app: App, deps: ServerDeps): void {
  const { times, refuseUnlessSuperuser } = deps
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
        isDatabaseAway ? null : readFigures(deps, build),
        readDisks(deps.config),
      ])
      const slowest = times.slowest(10).map(({ p95Ms, ...route }) => ({ ...route, p95_ms: p95Ms }))
      const certificate = certificateStatus(certificateEnd, deps.now())
      const at = { asked_at: deps.now().toISOString() }
      return { ...at, figures, disks, certificate, slowest }
    },
  })
}

/**
 * The app build that this process hands out, read from its page; null when there is none
 * (development, server-only tests).
 */
function readServedBuild(distDir: string): string | null {
  const page = join(distDir, 'index.html')
  if (!existsSync(page)) return null
  const sources = readFileSync(page, 'utf8').matchAll(/<script\b[^>]*\bsrc="([^"]+)"/g)
  for (const [, source = ''] of sources) {
    const build = appBuildOf(source)
    if (build !== null) return build
  }
  return null
}
