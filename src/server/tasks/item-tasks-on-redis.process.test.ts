import { afterAll, beforeAll, describe } from 'vitest'
import { type RedisServer, startRedis } from '#tests/support/processes/redis-server.ts'
import { openItemOffice } from '#tests/support/tasks/item-office.ts'
import { testItemTasks } from '#tests/support/tasks/item-tasks-suite.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
}, 300_000)
afterAll(() => redis.stop())

describe('with the queue on Redis', () => {
  testItemTasks(() => openItemOffice(redis))
})
