import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { workersResponseSchema } from '#contract/admin/task-monitor.ts'
import { type RedisServer, startRedis } from '#tests/support/processes/redis-server.ts'
import { spawnTaskProcess } from '#tests/support/processes/task-process.ts'
import { createCountedKind } from '#tests/support/tasks/counted-items.ts'
import { openItemOffice } from '#tests/support/tasks/item-office.ts'
import { testTaskMonitor } from '#tests/support/tasks/task-monitor-suite.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
}, 300_000)
afterAll(() => redis.stop())

describe('with the queue on Redis', () => {
  testTaskMonitor(() => openItemOffice(redis))
})

test.each(['PostgreSQL', 'Redis'] as const)(
  'restarts a worker in another process, with the queue in %s',
  async (queue) => {
    const itemOffice = await openItemOffice(queue === 'Redis' ? redis : undefined)
    const superuser = await itemOffice.office.signIn('superuser')
    const process = await itemOffice.startProcess(createCountedKind())
    const child = spawnTaskProcess({
      databaseUrl: itemOffice.office.databaseUrl,
      redisUrl: itemOffice.redisUrl,
      itemMs: 5,
    })
    const readWorkers = async () => {
      const response = await process.get('/api/celery/workers/status/?', superuser)
      return workersResponseSchema.parse(response.json()).data.find(({ pid }) => pid === child.pid)
    }
    try {
      await expect.poll(readWorkers, { timeout: 20_000 }).toBeDefined()
      const before = await readWorkers()
      const { statusCode, json } = await process.post('/api/celery/tasks/update-and-restart-workers/', superuser)
      expect([statusCode, json()]).toMatchObject([200, { message: '워커 업데이트 및 재시작을 시작했습니다.' }])
      await expect.poll(async () => (await readWorkers())?.started_at, { timeout: 15_000 }).not.toBe(before?.started_at)
      expect(await readWorkers()).toMatchObject({ name: before?.name, status: 'active' })
    } finally {
      child.kill('SIGKILL')
      await itemOffice.clear()
      await itemOffice.office.close()
    }
  },
  60_000,
)
