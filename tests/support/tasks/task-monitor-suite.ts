import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  figuresResponseSchema,
  overviewResponseSchema,
  queuesResponseSchema,
  taskDetailResponseSchema,
  tasksResponseSchema,
  workerDetailResponseSchema,
  workersResponseSchema,
} from '#contract/admin/task-monitor.ts'
import type { SignedIn } from '../servers/build-test-app.ts'
import { createCountedKind } from './counted-items.ts'
import { buildOneEach, createIds, type ItemOffice, type ItemProcess } from './item-office.ts'

/** Tests of the task monitor for any queue. Call it in a `describe`. */
export function testTaskMonitor(openOffice: () => Promise<ItemOffice>): void {
  let itemOffice: ItemOffice
  let superuser: SignedIn
  beforeAll(async () => {
    itemOffice = await openOffice()
    superuser = await itemOffice.office.signIn('superuser')
  })
  afterEach(async () => {
    await itemOffice.clear()
    await itemOffice.office.db.deleteFrom('task_run').execute()
  })
  afterAll(() => itemOffice.office.close())

  const fetchJson = async (process: ItemProcess, path: string) => {
    const response = await process.get(`/api/celery/${path}`, superuser)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  const postAction = async (process: ItemProcess, path: string) => {
    const { statusCode, json } = await process.post(`/api/celery/${path}`, superuser)
    return [statusCode, (json() as { message: string }).message]
  }
  const fetchTasks = async (process: ItemProcess, query = '') =>
    tasksResponseSchema.parse(await fetchJson(process, `tasks/status/?${query}`))
  const fetchTask = async (process: ItemProcess, id: string) =>
    taskDetailResponseSchema.parse(await fetchJson(process, `tasks/${id}/`)).data
  const fetchWorkers = async (process: ItemProcess, query = '') =>
    workersResponseSchema.parse(await fetchJson(process, `workers/status/?${query}`)).data

  /** Starts a process and finds its worker in the monitor. */
  async function startProcessWithWorker(kind: Parameters<typeof itemOffice.startProcess>[0]) {
    const rows = await itemOffice.office.db.selectFrom('task_worker').select('name').execute()
    const before = new Set(rows.map(({ name }) => name))
    const process = await itemOffice.startProcess(kind)
    const findOwnWorker = async () => (await fetchWorkers(process)).find(({ name }) => !before.has(name))
    await expect.poll(findOwnWorker).toBeDefined()
    const name = (await findOwnWorker())?.name ?? ''
    return { process, name, worker: async () => (await fetchWorkers(process)).find((worker) => worker.name === name) }
  }

  test('shows what a worker is and what it is doing', async () => {
    const gate = Promise.withResolvers<void>()
    const { process, name, worker } = await startProcessWithWorker(createCountedKind(() => gate.promise))
    const task = await itemOffice.startTask(process, createIds(3))
    await expect.poll(async () => (await fetchTask(process, task)).status).toBe('STARTED')
    await postAction(process, 'tasks/update-metrics/')
    const detail = workerDetailResponseSchema.parse(
      await fetchJson(process, `workers/${encodeURIComponent(name)}/`),
    ).data
    expect(detail).toMatchObject({
      status: 'active',
      is_online: true,
      active_tasks: 1,
      failed_tasks: 0,
      queues: ['files', 'items'],
      running: [{ task_id: task, task_name: 'counted' }],
    })
    expect(await fetchTask(process, task)).toMatchObject({ worker_name: name, queue_name: 'items', finished_at: null })
    const queues = queuesResponseSchema.parse(await fetchJson(process, 'queues/stats/')).data
    expect(queues.find(({ queue_name }) => queue_name === 'items')).toMatchObject({ active_tasks: 1 })
    gate.resolve()
    await itemOffice.waitUntilDone(process, task)
    await postAction(process, 'tasks/update-metrics/')
    await expect.poll(async () => (await worker())?.processed_tasks).toBe(2)
    expect(await fetchWorkers(process, `search=${encodeURIComponent(name)}&status=active`)).toHaveLength(1)
    expect(await fetchWorkers(process, `search=${encodeURIComponent(name)}&status=inactive`)).toEqual([])
  })

  test('puts running work back on a restart, starts it again, and does nothing twice', async () => {
    const { process, name, worker } = await startProcessWithWorker(createCountedKind(() => delay(10)))
    const before = await worker()
    const ids = createIds(200)
    const task = await itemOffice.startTask(process, ids)
    await expect.poll(async () => (await itemOffice.countTimesDone(ids)).filter(Boolean).length).toBeGreaterThan(5)
    expect(await postAction(process, `workers/${encodeURIComponent(name)}/restart/`)).toEqual([
      200,
      '워커 재시작 명령을 전송했습니다.',
    ])
    await expect.poll(async () => (await worker())?.started_at, { timeout: 10_000 }).not.toBe(before?.started_at)
    await expect.poll(async () => (await worker())?.status).toBe('active')
    expect((await itemOffice.countTimesDone(ids)).filter(Boolean).length).toBeLessThan(200)
    expect(await itemOffice.waitUntilDone(process, task)).toMatchObject({ status: 'completed', processed_count: 200 })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
  })

  test('shows a silent worker as inactive and refuses to restart it', async () => {
    const { process, name, worker } = await startProcessWithWorker(createCountedKind())
    await itemOffice.office.db
      .insertInto('task_worker')
      .values({
        id: createIds(1)[0] ?? '',
        name: 'worker-1@away',
        host: 'away',
        pid: 1,
        version: '0',
        places: 1,
        doing: '[]',
        started_at: '2026-01-01T00:00:00Z',
        seen_at: new Date(Date.now() - 16_000).toISOString(),
      })
      .execute()
    const [silentWorker] = await fetchWorkers(process, 'search=AWAY')
    expect(silentWorker).toMatchObject({ status: 'inactive', is_online: false })
    const [status, message] = await postAction(process, 'workers/worker-1@away/restart/')
    expect([status, message]).toEqual([422, expect.stringContaining('응답하지 않는 워커')])
    expect((await worker())?.name).toBe(name)
    await itemOffice.office.db.deleteFrom('task_worker').where('host', '=', 'away').execute()
  })

  test('cancels and retries a task, and finished items stay done once', async () => {
    const { process } = await startProcessWithWorker(createCountedKind(() => delay(10)))
    const ids = createIds(150)
    const task = await itemOffice.startTask(process, ids)
    await expect.poll(async () => (await itemOffice.countTimesDone(ids)).filter(Boolean).length).toBeGreaterThan(5)
    expect(await postAction(process, `tasks/${task}/cancel/`)).toEqual([200, '작업을 취소했습니다.'])
    expect(await fetchTask(process, task)).toMatchObject({ status: 'REVOKED', is_kept: true, items: { total: 150 } })
    expect(await itemOffice.poll(process, task)).toMatchObject({
      success: false,
      error: '최고관리자가 취소한 작업입니다.',
    })
    expect(await postAction(process, `tasks/${task}/cancel/`)).toEqual([422, '이미 끝난 작업은 취소할 수 없습니다.'])
    await delay(200)
    const doneCount = (await itemOffice.countTimesDone(ids)).filter(Boolean).length
    expect(doneCount).toBeLessThan(150)
    expect(await postAction(process, `tasks/${task}/retry/`)).toEqual([200, '작업을 다시 시작했습니다.'])
    expect(await itemOffice.waitUntilDone(process, task)).toMatchObject({ status: 'completed', processed_count: 150 })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
    expect(await postAction(process, `tasks/${task}/retry/`)).toEqual([
      422,
      '실패했거나 취소된 작업만 다시 시도할 수 있습니다.',
    ])
  }, 60_000)

  test('finds tasks by state, hours, page, id and name, also after they are deleted', async () => {
    const { process } = await startProcessWithWorker(createCountedKind())
    const createdIds: string[] = []
    for (let count = 0; count < 3; count += 1) {
      const task = await itemOffice.startTask(process, createIds(1))
      await itemOffice.waitUntilDone(process, task)
      createdIds.push(task)
    }
    const [first = '', second = '', third = ''] = createdIds
    const old = new Date(Date.now() - 30 * 3_600_000).toISOString()
    await itemOffice.office.db.updateTable('task_run').set({ queued_at: old }).where('id', '=', first).execute()
    const fetchTaskIds = async (query: string) => (await fetchTasks(process, query)).data.map(({ task_id }) => task_id)
    expect(await fetchTaskIds('')).toEqual([third, second])
    expect(await fetchTaskIds('hours=168&status=SUCCESS')).toEqual([third, second, first])
    expect(await fetchTaskIds('status=failure')).toEqual([])
    expect(await fetchTaskIds(`hours=168&search=${first.slice(0, 8)}&limit=1&page=3`)).toEqual([first])
    expect(await fetchTaskIds('search=COUNT_D')).toEqual([])
    // By its label on the screen, too.
    await itemOffice.office.db
      .updateTable('task_run')
      .set({ kind: 'land_survey-pdf' })
      .where('id', '=', second)
      .execute()
    expect(await fetchTaskIds(`search=${encodeURIComponent('토지조서 생성(pdf)')}`)).toEqual([second])
    expect((await fetchTasks(process, 'limit=1&page=2')).pagination).toEqual({
      page: 2,
      page_size: 1,
      total: 2,
      pages: 2,
    })
    expect((await fetchTask(process, third)).execution_time).toBeGreaterThanOrEqual(0)
    const finished_at = new Date(Date.now() - 2 * 3_600_000).toISOString()
    await itemOffice.office.db.updateTable('download_task').set({ finished_at }).execute()
    expect(await postAction(process, 'tasks/cleanup/')).toEqual([200, '완료된 작업 정리를 시작했습니다.'])
    expect(await fetchTask(process, third)).toMatchObject({ status: 'SUCCESS', is_kept: false, items: null })
    expect((await postAction(process, `tasks/${third}/retry/`))[0]).toBe(404)
    expect(overviewResponseSchema.parse(await fetchJson(process, 'overview/')).data).toMatchObject({
      tasks_24h: { success: 3, total: 3 },
      queues: { total_pending: 0 },
    })
  })

  test('shows the figures of the actual queue', async () => {
    const gate = Promise.withResolvers<void>()
    const { process } = await startProcessWithWorker(createCountedKind(() => gate.promise))
    const task = await itemOffice.startTask(process, createIds(100))
    await expect.poll(async () => (await fetchTask(process, task)).status).toBe('STARTED')
    const { data } = figuresResponseSchema.parse(await fetchJson(process, 'redis/info/'))
    expect(data).toMatchObject({
      backend: itemOffice.redisUrl === undefined ? 'postgres' : 'redis',
      version: expect.stringMatching(/^\d+\.\d+/),
      used_memory_human: expect.stringMatching(/\d/),
    })
    expect(data.total_commands_processed).toBeGreaterThan(0)
    expect(data.celery_keys.length).toBeGreaterThan(0)
    expect(data.celery_keys_count).toBeGreaterThanOrEqual(data.celery_keys.length)
    gate.resolve()
  })

  test('rebuilds lost monitor rows from the existing tasks', async () => {
    const { process } = await startProcessWithWorker(createCountedKind())
    const task = await itemOffice.startTask(process, createIds(1))
    await itemOffice.waitUntilDone(process, task)
    await itemOffice.office.db.deleteFrom('task_run').execute()
    expect(await postAction(process, 'tasks/update-metrics/')).toEqual([200, '워커 지표 업데이트를 시작했습니다.'])
    expect(await fetchTask(process, task)).toMatchObject({ status: 'SUCCESS' })
  })
}
