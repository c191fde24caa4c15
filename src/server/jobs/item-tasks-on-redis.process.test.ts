import { afterAll, beforeAll, describe } from 'vitest'
import { openItemOffice } from '#tests/support/item-office.ts'
import { testItemTasks } from '#tests/support/item-tasks-suite.ts'
import { type RedisServer, startRedis } from '#tests/support/redis-server.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
}, 300_000)
afterAll(() => redis.stop())

describe('with the queue on Redis', () => {
  testItemTasks(() => openItemOffice(redis))
})
