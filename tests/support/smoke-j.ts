import { startTestCluster } from './test-cluster.ts'
import { createTestDatabase } from './test-database.ts'
import Fastify from 'fastify'
import { loadConfig } from '#server/config.ts'
import { createDownloadQueue } from '#server/jobs/download-queue.ts'
import { countedItems, countEffects } from './counted-items.ts'
import { testNumberKeys } from './number-keys.ts'
import { newId } from '#server/new-id.ts'
import { loadDemoUsers } from '#server/session/demo.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { startRedis } from './redis-server.ts'
const t0 = performance.now()
const cluster = await startTestCluster()
console.log('cluster', performance.now() - t0)
const redis = await startRedis()
for (const redisUrl of [undefined, redis.url]) {
  console.log('db'); const database = await createTestDatabase({ cluster })
  console.log('users'); await loadDemoUsers(database.db); console.log('loaded')
  const user = await database.db.selectFrom('app_user').select('id').limit(1).executeTakeFirstOrThrow()
  const drain = new AbortController()
  const deps = { config: { ...loadConfig({}), redisUrl }, db: database.db, databaseUrl: database.url, numbers: testNumberKeys(), now: () => new Date(), drain: drain.signal }
  const queue = createDownloadQueue(Fastify({ logger: { level: 'debug' } }).log, deps, {})
  queue.addItemKind(countedItems(() => delay(10)))
  queue.start()
  const ids = Array.from({ length: 1200 }, () => newId())
  const id = newId()
  await database.db.insertInto('download_task').values({ id, user_id: user.id, kind: 'counted', input: JSON.stringify({ ids }), requested_at: new Date().toISOString() }).execute()
  await database.db.insertInto('task_item').values(ids.map((item_id, i) => ({ task_id: id, item_id, seq: i + 1, batch: Math.floor(i / 50) }))).execute()
  console.log('ask'); const t = performance.now()
  queue.deliver({ id, kind: 'counted' })
  for (;;) {
    const row = await database.db.selectFrom('download_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    if (row.status === 'completed' || row.status === 'failed' || performance.now() - t > 60000) { console.log(redisUrl, row.status, row.error, performance.now() - t, (await countEffects(database.db)).size); break }
    await delay(50)
  }
  const t2 = performance.now()
  drain.abort()
  await queue.stop()
  console.log('stopped in', performance.now() - t2)
  await database.drop()
}
await redis.stop()
await cluster.stop()
