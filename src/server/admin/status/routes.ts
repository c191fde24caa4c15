import { problemSchema } from '#contract/problem.ts'
import { serverStatusPath, serverStatusSchema } from '#contract/admin/server-status.ts'
import type { App, Deps } from '../../deps.ts'
import type { RequestTimes } from '../../plugins/request-times.ts'
import { requireKnownSuperuser } from './known-superusers.ts'
import { readFigures } from './read-figures.ts'
import { certificateStatus, readCertificateEnd, readDisks } from './read-machine.ts'

/**
 * `GET /api/server_status`: the state of the server, answered also without a database. `build`: the
 * app build this server hands out.
 */
export function registerServerStatus(
  app: App,
  deps: Deps,
  { times, build }: { times: RequestTimes; build: string | null },
): void {
  const certificateEnd = readCertificateEnd(deps.config)
  const refuseOthers = requireKnownSuperuser(app, deps)
  app.route({
    method: 'GET',
    url: serverStatusPath,
    schema: { tags: ['서버'], summary: '서버 상태', response: { 200: serverStatusSchema, '4xx': problemSchema } },
    config: { outlivesDatabase: true },
    onRequest: async (request) => refuseOthers(request),
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
