import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type RedisServer, startRedis } from '#tests/support/processes/redis-server.ts'
import { spawnTaskProcess } from '#tests/support/processes/task-process.ts'
import { createCountedKind } from '#tests/support/tasks/counted-items.ts'
import { buildOneEach, createIds, openItemOffice } from '#tests/support/tasks/item-office.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
}, 300_000)
afterAll(() => redis.stop())

describe.each(['PostgreSQL', 'Redis'] as const)('on %s', (queue) => {
  let itemOffice: Awaited<ReturnType<typeof openItemOffice>>
  beforeAll(async () => {
    itemOffice = await openItemOffice(queue === 'Redis' ? redis : undefined)
  })
  afterEach(() => itemOffice.clear())
  afterAll(() => itemOffice.office.close())

  test('a draining server requeues its part, and another continues at once', async () => {
    const first = await itemOffice.startProcess(createCountedKind(() => delay(10)))
    const ids = createIds(150)
    const task = await itemOffice.startTask(first, ids)
    await expect
      .poll(async () => (await itemOffice.poll(first, task)).processed_count ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(5)
    const second = await itemOffice.startProcess(createCountedKind())
    await first.close()
    expect(await itemOffice.waitUntilDone(second, task)).toMatchObject({ status: 'completed', processed_count: 150 })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
  })

  test('after kill -9 another process continues, and no item is done twice', async () => {
    const ids = createIds(200)
    const child = spawnTaskProcess({
      databaseUrl: itemOffice.office.databaseUrl,
      redisUrl: itemOffice.redisUrl,
      itemMs: 10,
    })
    itemOffice.closeLater(async () => child.kill('SIGKILL'))
    const task = await itemOffice.storeTask(ids)
    await expect
      .poll(async () => (await itemOffice.countTimesDone(ids)).filter(Boolean).length, { timeout: 30_000 })
      .toBeGreaterThan(20)
    child.kill('SIGKILL')
    const done = (await itemOffice.countTimesDone(ids)).filter(Boolean).length
    expect(done).toBeLessThan(200)
    const successor = await itemOffice.startProcess(createCountedKind())
    expect(await itemOffice.waitUntilDone(successor, task)).toMatchObject({ status: 'completed', processed_count: 200 })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
  }, 90_000)

  test('two processes share the batches of one task', async () => {
    const workers = new Set<string>()
    const makeKind = (name: string) =>
      createCountedKind(async () => {
        workers.add(name)
        await delay(5)
      })
    const first = await itemOffice.startProcess(makeKind('first'))
    await itemOffice.startProcess(makeKind('second'))
    const ids = createIds(600)
    expect(await itemOffice.waitUntilDone(first, await itemOffice.startTask(first, ids))).toMatchObject({
      processed_count: 600,
      failed_items: [],
    })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
    expect([...workers].toSorted()).toEqual(['first', 'second'])
  })

  test('a lost delivery is repeated', async () => {
    const process = await itemOffice.startProcess(createCountedKind())
    const ids = createIds(3)
    const task = await itemOffice.storeTask(ids)
    expect(await itemOffice.waitUntilDone(process, task)).toMatchObject({ status: 'completed', processed_count: 3 })
  })

  test('a queue emptied during work loses nothing', async () => {
    const process = await itemOffice.startProcess(createCountedKind(() => delay(10)))
    const ids = createIds(300)
    const task = await itemOffice.startTask(process, ids)
    await expect
      .poll(async () => (await itemOffice.poll(process, task)).processed_count ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(5)
    if (queue === 'Redis') await redis.empty()
    else await sql`delete from bullmq.job`.execute(itemOffice.office.db)
    expect(await itemOffice.waitUntilDone(process, task)).toMatchObject({ status: 'completed', processed_count: 300 })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
  }, 60_000)

  test('work that takes longer than half an hour fails with a message', async () => {
    const process = await itemOffice.startProcess(createCountedKind(() => delay(20)))
    const task = await itemOffice.storeTask(createIds(100))
    const startedAt = new Date(Date.now() - 31 * 60_000).toISOString()
    await itemOffice.office.db
      .updateTable('download_task')
      .set({ started_at: startedAt })
      .where('id', '=', task)
      .execute()
    expect((await itemOffice.waitUntilDone(process, task)).error).toBe(
      '처리 시간이 30분을 넘어 중단되었습니다. 작업을 다시 시도해 주세요.',
    )
  })

  test('a process reports its state and work, and leaves no row when it ends', async () => {
    const readWorkers = async () =>
      await itemOffice.office.db.selectFrom('task_worker').selectAll().where('places', '>', 0).execute()
    const before = new Set((await readWorkers()).map(({ id }) => id))
    const process = await itemOffice.startProcess(createCountedKind(() => delay(50)))
    const isReported = async () => (await readWorkers()).some(({ id }) => !before.has(id))
    await expect.poll(isReported, { timeout: 10_000 }).toBe(true)
    await itemOffice.startTask(process, createIds(400))
    const listBusyWorkers = async () =>
      (await readWorkers()).filter(({ doing }) => doing.some(({ kind }) => kind === 'counted'))
    await expect.poll(async () => (await listBusyWorkers()).length, { timeout: 15_000 }).toBe(1)
    expect((await listBusyWorkers())[0]).toMatchObject({
      pid: globalThis.process.pid,
      version: expect.stringMatching(/^\d/) as unknown,
    })
    const [own] = await listBusyWorkers()
    await process.close()
    expect((await readWorkers()).map(({ id }) => id)).not.toContain(own?.id)
  }, 30_000)
})
