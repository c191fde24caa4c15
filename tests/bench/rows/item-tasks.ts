import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { migrate } from '#server/schema/migrate.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { startRedis } from '../../support/processes/redis-server.ts'
import { spawnTaskProcess } from '../../support/processes/task-process.ts'
import { countEffects } from '../../support/tasks/counted-items.ts'
import { storeItemTask } from '../../support/tasks/stored-items.ts'
import { type BenchRow, createBudgetRow } from '../bench-row.ts'

const items = 1200
const itemMs = 10

/**
 * Work of 10 ms on each of 1,200 records, by one server process on a database that syncs to disk:
 * time from the request to the end of the task, once, with a warm process. Most of it are the
 * pauses of `concurrency-limit.ts`.
 */
export async function benchItemTasks(): Promise<BenchRow[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ongyeol-bench-'))
  chmodSync(dataDir, 0o711)
  const { url, ownerUrl, stop } = await startEmbedded({ dataDir })
  const redis = await startRedis()
  try {
    await migrate(ownerUrl, { appRole: embeddedAppRole })
    const db = openDatabase({ url, maxConnections: 4 })
    await loadDemoUsers(db)
    const onPostgres = await measureTime(db, { databaseUrl: url, redisUrl: undefined, itemMs })
    const onRedis = await measureTime(db, { databaseUrl: url, redisUrl: redis.url, itemMs })
    await db.destroy()
    return [toBenchRow('PostgreSQL', onPostgres), toBenchRow('Redis', onRedis)]
  } finally {
    await redis.stop()
    await stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

function toBenchRow(queue: string, ours: number): BenchRow {
  const name = `${items} item tasks of ${itemMs} ms, queue on ${queue}`
  return createBudgetRow({ name, unit: 'ms', ours, goal: '≤ 18,000 ms', limit: 18_000 })
}

async function measureTime(db: Database, options: Parameters<typeof spawnTaskProcess>[0]): Promise<number> {
  const child = spawnTaskProcess(options)
  try {
    await waitUntilDone(db, 10)
    return await waitUntilDone(db, items)
  } finally {
    child.kill('SIGKILL')
  }
}

/** Waits for the process's next poll, so that only the time from the first item on counts. */
async function waitUntilDone(db: Database, count: number): Promise<number> {
  const ids = Array.from({ length: count }, () => newId())
  const { id: userId } = await db.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow()
  const task = newId()
  const start = performance.now()
  await storeItemTask(db, { id: task, userId, ids })
  for (;;) {
    const { status } = await db
      .selectFrom('download_task')
      .select('status')
      .where('id', '=', task)
      .executeTakeFirstOrThrow()
    if (status === 'failed') throw new Error('the items were not done')
    if (status === 'completed') break
    await delay(20)
  }
  const time = performance.now() - start
  const effects = await countEffects(db)
  if (ids.some((id) => effects.get(id) !== 1)) throw new Error('an item was not done once')
  return time
}
