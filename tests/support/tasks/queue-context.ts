import Fastify from 'fastify'
import { loadConfig } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { newId } from '#server/new-id.ts'
import { endlessStorage } from '#server/postgres/storage.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { getTestOfficeKeys } from '../servers/office-keys.ts'
import { createTestDatabase } from '../servers/test-database.ts'

/**
 * Dependencies of task queues, without a server that takes tasks from them. `userId`: a user who
 * requests tasks.
 */
export async function openQueueContext() {
  const { db, url, drop } = await createTestDatabase()
  await loadDemoUsers(db)
  const { id: userId } = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow()
  const deps: Deps = {
    config: loadConfig({}),
    db,
    databaseUrl: url,
    officeKeys: getTestOfficeKeys(),
    storage: endlessStorage,
    now: () => new Date(),
    newId,
    drain: new AbortController().signal,
  }
  return { db, deps, userId, log: Fastify({ logger: { level: 'silent' } }).log, close: drop }
}
