import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { setupPath, setupSchema } from '#contract/admin/setup.ts'
import type { Database } from '../db/client.ts'
import type { App, Deps } from '../deps.ts'
import { requireSuperuser } from '../plugins/bearer.ts'

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
