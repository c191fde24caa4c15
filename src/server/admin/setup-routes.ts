import type { FastifyRequest } from 'fastify'
import { setupSchema } from '#contract/setup.ts'
import type { App, Deps } from '../deps.ts'
import { requireSuperuser } from '../plugins/bearer.ts'

/** `GET /api/setup`: what is set up on this server, for the first steps of an office. Says whether, never what. */
export function registerSetup(app: App, { config }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/setup',
    schema: { tags: ['서버'], summary: '서버 설정 상태', response: { 200: setupSchema } },
    onRequest: [async (request: FastifyRequest) => void requireSuperuser(request)],
    handler: () => ({ has_backup_key: config.backupKeyFile !== undefined }),
  })
}
