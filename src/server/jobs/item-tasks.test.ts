import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { downloadProgressSchema, type DownloadProgress } from '#contract/download-task.ts'
import { newId } from '#server/new-id.ts'
import { registerErrorAnswers } from '#server/plugins/error-answers.ts'
import { registerBearer } from '#server/plugins/bearer.ts'
import { registerRequestLimits } from '#server/plugins/request-limits.ts'
import { buildTestApp, type SignedIn, type TestApp } from '../../../tests/support/build-test-app.ts'
import { countedItems, countEffects } from '../../../tests/support/counted-items.ts'
import { keepItems } from '../../../tests/support/kept-items.ts'
import { spawnJobProcess } from '../../../tests/support/job-process.ts'
import { type RedisServer, startRedis } from '../../../tests/support/redis-server.ts'
import { createDownloadQueue } from './download-queue.ts'
import { type ItemKind, ItemTrouble } from './item-kind.ts'
import { registerItemTask } from './register-item-task.ts'

let redis: RedisServer
beforeAll(async () => {
  redis = await startRedis()
}, 300_000)
afterAll(() => redis.stop())

describe.each(['PostgreSQL', 'Redis'] as const)('on %s', (ground) => {
  let office: TestApp
  let staff: SignedIn
  let clockAhead = 0
  const closing: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    office = await buildTestApp()
    staff = await office.signIn('staff')
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    clockAhead = 0
    await office.db.deleteFrom('download_task').execute()
  })
  afterAll(() => office.close())

  const redisUrl = () => (ground === 'Redis' ? redis.url : undefined)

  /** A server process of the office that knows one kind. */
  async function startProcess(kind: ItemKind) {
    const drain = new AbortController()
    const config = { ...office.deps.config, redisUrl: redisUrl() }
    const deps = { ...office.deps, config, drain: drain.signal, now: () => new Date(Date.now() + clockAhead) }
    const app = Fastify().withTypeProvider<ZodTypeProvider>()
    app.setValidatorCompiler(validatorCompiler)
    app.setSerializerCompiler(serializerCompiler)
    registerErrorAnswers(app)
    registerBearer(app, deps, await registerRequestLimits(app, deps.config))
    const queue = createDownloadQueue(office.app.log, deps, { lookMs: 50, silentMs: 2000, retryMs: 20 })
    registerItemTask(app, { deps, queue }, kind)
    queue.start()
    const close = async () => {
      drain.abort()
      await queue.stop()
      await app.close()
    }
    closing.push(close)
    const send = (method: 'GET' | 'POST' | 'DELETE', more: object, who: SignedIn = staff) =>
      app.inject({ method, url: kind.path, headers: { authorization: `Bearer ${who.accessToken}` }, ...more })
    return { send, close, app }
  }
  type Process = Awaited<ReturnType<typeof startProcess>>

  async function ask({ send }: Process, ids: readonly string[]): Promise<string> {
    const answer = await send('POST', { payload: { ids } })
    expect(answer.statusCode).toBe(200)
    return answer.json<{ task_id: string }>().task_id
  }

  async function poll({ send }: Process, task_id: string): Promise<DownloadProgress> {
    return downloadProgressSchema.parse((await send('GET', { query: { task_id } })).json())
  }

  async function untilOver(process: Process, task: string): Promise<DownloadProgress> {
    await expect
      .poll(async () => (await poll(process, task)).status ?? 'failed', { timeout: 30_000 })
      .not.toMatch(/pending|processing/)
    return await poll(process, task)
  }

  const someIds = (count: number) => Array.from({ length: count }, () => newId())
  const timesDone = async (ids: readonly string[]) => {
    const effects = await countEffects(office.db)
    return ids.map((id) => effects.get(id) ?? 0)
  }
  const once = (ids: readonly string[]) => ids.map(() => 1)

  test('every item is done once, and the poll speaks as the specification has it', async () => {
    const process = await startProcess(countedItems())
    const ids = someIds(120)
    const task = await ask(process, [...ids, ...ids.slice(0, 5)])
    expect(await untilOver(process, task)).toMatchObject({
      ...{ success: true, status: 'completed', message: '120건을 처리했습니다.', progress: 100, failed_items: [] },
      ...{ processed_count: 120, total_count: 120, estimated_time: 0 },
      batch_info: { batch_progress: 3, remaining_batches: 0, current_batch_size: 50 },
    })
    expect(await timesDone(ids)).toEqual(once(ids))
  })

  test('progress is told item by item', async () => {
    let release = () => undefined as void
    const held = new Promise<void>((done) => (release = done))
    const ids = someIds(60)
    const process = await startProcess(countedItems((id) => (id === ids[10] || id === ids[55] ? held : undefined)))
    const task = await ask(process, ids)
    await expect.poll(async () => (await poll(process, task)).processed_count, { timeout: 10_000 }).toBe(15)
    expect(await poll(process, task)).toMatchObject({
      ...{ status: 'processing', progress: 25, total_count: 60 },
      batch_info: { batch_progress: 1, remaining_batches: 1, current_batch_size: 50 },
    })
    release()
    await untilOver(process, task)
  })

  test('nobody else sees a task, not even the superuser', async () => {
    const process = await startProcess(countedItems())
    const task_id = await ask(process, someIds(1))
    const superuser = await office.signIn('superuser')
    for (const [method, more] of [
      ['GET', { query: { task_id } }],
      ['DELETE', { payload: { task_id } }],
    ] as const)
      expect((await process.send(method, more, superuser)).statusCode).toBe(404)
    expect((await untilOver(process, task_id)).success).toBe(true)
  })

  test('an item that is broken fails alone, with words for people; a bug in one with neutral ones', async () => {
    const [broken, buggy, ...rest] = someIds(5)
    const process = await startProcess(
      countedItems((id) => {
        if (id === broken) throw new ItemTrouble('등기부가 없는 지번입니다.')
        if (id === buggy) throw new TypeError('secret path /etc')
      }),
    )
    const end = await untilOver(process, await ask(process, [broken ?? '', ...rest, buggy ?? '']))
    expect(end).toMatchObject({ status: 'completed', message: '3건을 처리했고, 2건은 처리하지 못했습니다.' })
    expect(end.failed_items).toEqual([
      { id: broken, message: '등기부가 없는 지번입니다.' },
      { id: buggy, message: '처리 중 오류가 발생했습니다.' },
    ])
    expect(await timesDone(rest)).toEqual(once(rest))
  })

  test('a source that fails is asked again after pauses, and what was done meanwhile is not done again', async () => {
    const tries = new Map<string, number>()
    const ids = someIds(20)
    const process = await startProcess(
      countedItems((id) => {
        const count = (tries.get(id) ?? 0) + 1
        tries.set(id, count)
        if (ids.indexOf(id) % 2 === 0 && count < 4)
          throw new ItemTrouble('등기소가 응답하지 않습니다.', { isPassing: true })
      }),
    )
    expect(await untilOver(process, await ask(process, ids))).toMatchObject({ status: 'completed', failed_items: [] })
    expect(await timesDone(ids)).toEqual(once(ids))
    expect(tries.get(ids[1] ?? '')).toBe(1)
    expect(tries.get(ids[0] ?? '')).toBe(4)
  })

  test('a source that stays away ends the task with its words, without being asked for every item each time', async () => {
    let asked = 0
    const process = await startProcess(
      countedItems(() => {
        asked += 1
        throw new ItemTrouble('등기소가 응답하지 않습니다.', { isPassing: true })
      }),
    )
    expect(await untilOver(process, await ask(process, someIds(50)))).toEqual({
      ...{ success: false, error: '등기소가 응답하지 않습니다.', item_notes: [] },
      failed_items: expect.any(Array) as unknown,
    })
    expect(asked).toBeLessThan(50)
  })

  test('given up in the middle it stops, and what was done stays', async () => {
    const process = await startProcess(countedItems(() => delay(10)))
    const ids = someIds(400)
    const task_id = await ask(process, ids)
    await expect
      .poll(async () => (await poll(process, task_id)).processed_count ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(5)
    expect((await process.send('DELETE', { payload: { task_id } })).json()).toEqual({ success: true })
    const done = (await timesDone(ids)).filter(Boolean).length
    expect(done).toBeLessThan(400)
    await delay(300)
    expect((await timesDone(ids)).filter(Boolean).length).toBe(done)
    expect((await process.send('GET', { query: { task_id } })).statusCode).toBe(404)
  })

  test('a server that drains puts its part back, and another goes on at once', async () => {
    const first = await startProcess(countedItems(() => delay(10)))
    const ids = someIds(150)
    const task = await ask(first, ids)
    await expect
      .poll(async () => (await poll(first, task)).processed_count ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(5)
    const second = await startProcess(countedItems())
    await first.close()
    expect(await untilOver(second, task)).toMatchObject({ status: 'completed', processed_count: 150 })
    expect(await timesDone(ids)).toEqual(once(ids))
  })

  test('after kill -9 in the middle another process goes on, and no item is done twice', async () => {
    const ids = someIds(200)
    const child = spawnJobProcess({ databaseUrl: office.databaseUrl, redisUrl: redisUrl(), itemMs: 10 })
    closing.push(async () => child.kill('SIGKILL'))
    const task = newId()
    await keepTask(task, ids)
    await expect
      .poll(async () => (await timesDone(ids)).filter(Boolean).length, { timeout: 30_000 })
      .toBeGreaterThan(20)
    child.kill('SIGKILL')
    const done = (await timesDone(ids)).filter(Boolean).length
    expect(done).toBeLessThan(200)
    const heir = await startProcess(countedItems())
    expect(await untilOver(heir, task)).toMatchObject({ status: 'completed', processed_count: 200 })
    expect(await timesDone(ids)).toEqual(once(ids))
  }, 90_000)

  /** A task asked for at a process that has no time for it. */
  const keepTask = (id: string, ids: readonly string[]) => keepItems(office.db, { id, userId: staff.user.id, ids })

  test('two processes share the batches of one task', async () => {
    const workers = new Set<string>()
    const kindOf = (name: string) =>
      countedItems(async () => {
        workers.add(name)
        await delay(5)
      })
    const [first] = [await startProcess(kindOf('first')), await startProcess(kindOf('second'))]
    const ids = someIds(600)
    expect(await untilOver(first, await ask(first, ids))).toMatchObject({ processed_count: 600, failed_items: [] })
    expect(await timesDone(ids)).toEqual(once(ids))
    expect([...workers].toSorted()).toEqual(['first', 'second'])
  })

  test('a delivery that was lost is made again', async () => {
    const process = await startProcess(countedItems())
    const ids = someIds(3)
    const task = newId()
    await keepTask(task, ids)
    expect(await untilOver(process, task)).toMatchObject({ status: 'completed', processed_count: 3 })
  })

  test('work that takes longer than half an hour ends with a word', async () => {
    const process = await startProcess(countedItems(() => delay(20)))
    const task = newId()
    await keepTask(task, someIds(100))
    const started_at = new Date(Date.now() - 31 * 60_000).toISOString()
    await office.db.updateTable('download_task').set({ started_at }).where('id', '=', task).execute()
    expect((await untilOver(process, task)).error).toBe(
      '처리 시간이 30분을 넘어 중단되었습니다. 작업을 다시 시도해 주세요.',
    )
  })

  test('the file is made of what was done, in order, kept for a week, and then destroyed', async () => {
    const ids = someIds(70)
    const kind = countedItems(
      (id) => {
        if (id === ids[3]) throw new ItemTrouble('등기부가 없는 지번입니다.')
      },
      {
        finish: (_ground, doneIds) => Readable.from([doneIds.join('\n')]),
        mediaType: 'text/plain',
        fileNames: () => ({ ascii: 'items.txt', korean: '항목.txt' }),
      },
    )
    const process = await startProcess(kind)
    const task = await ask(process, ids)
    const end = await untilOver(process, task)
    const url = `/api/test/counted/file?task_id=${task}`
    expect(end).toMatchObject({ status: 'completed', download_url: url, filename: 'items.txt' })
    const headers = { authorization: `Bearer ${staff.accessToken}` }
    const file = await process.app.inject({ url, headers })
    expect(file.body).toBe(ids.filter((id) => id !== ids[3]).join('\n'))
    await process.close()
    const kept = async () => await office.db.selectFrom('download_chunk').select('task_id').execute()
    clockAhead = 6 * 86_400_000
    await (await startProcess(kind)).close()
    expect(await kept()).toHaveLength(1)
    clockAhead = 8 * 86_400_000
    await startProcess(kind)
    await expect.poll(kept, { timeout: 10_000 }).toEqual([])
    expect(await office.db.selectFrom('task_item').select('item_id').execute()).toEqual([])
  })

  test('a process says that it lives and what it is at, and leaves nothing when it ends', async () => {
    const process = await startProcess(countedItems(() => delay(50)))
    const workers = async () => await office.db.selectFrom('task_worker').selectAll().where('places', '>', 0).execute()
    const before = (await workers()).length
    await expect.poll(async () => (await workers()).length, { timeout: 10_000 }).toBeGreaterThanOrEqual(before)
    await ask(process, someIds(400))
    const busy = async () => (await workers()).filter(({ doing }) => doing.some(({ kind }) => kind === 'counted'))
    await expect.poll(async () => (await busy()).length, { timeout: 15_000 }).toBe(1)
    expect((await busy())[0]).toMatchObject({
      pid: globalThis.process.pid,
      version: expect.stringMatching(/^\d/) as unknown,
    })
    const [own] = await busy()
    await process.close()
    expect((await workers()).map(({ id }) => id)).not.toContain(own?.id)
  }, 30_000)
})
