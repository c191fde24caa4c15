import type { FastifyRequest } from 'fastify'
import { problemSchema } from '#contract/problem.ts'
import { serverStatusPath, serverStatusSchema } from '#contract/server-status.ts'
import type { App, Deps } from '../../deps.ts'
import { requireSuperuser } from '../../plugins/bearer.ts'
import type { RequestTimes } from '../../plugins/request-times.ts'
import { readBackups, readDatabase, readDevices, readProcesses, readQueue } from './read-figures.ts'
import { certificateStatus, readCertificateEnd, readDisks } from './read-machine.ts'

/** `GET /api/server_status`: what an administrator asks on a bad day. `build`: which build of the app this server hands out. */
export function registerServerStatus(
  app: App,
  deps: Deps,
  { times, build }: { times: RequestTimes; build: string | null },
): void {
  const certificateEnd = readCertificateEnd(deps.config)
  app.route({
    method: 'GET',
    url: serverStatusPath,
    schema: { tags: ['서버'], summary: '서버 상태', response: { 200: serverStatusSchema, '4xx': problemSchema } },
    onRequest: async (request: FastifyRequest) => void requireSuperuser(request),
    handler: async () => {
      const [database, queue, backup, devices, processes, disks] = await Promise.all([
        readDatabase(deps),
        readQueue(deps),
        readBackups(deps),
        readDevices(deps, build),
        readProcesses(deps),
        readDisks(deps.config),
      ])
      const slowest = times.slowest(10).map(({ p95Ms, ...route }) => ({ ...route, p95_ms: p95Ms }))
      const certificate = certificateStatus(certificateEnd, deps.now())
      const at = { asked_at: deps.now().toISOString() }
      return { ...at, database, queue, disks, certificate, backup, slowest, devices, processes }
    },
  })
}
