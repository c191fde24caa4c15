import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressTasks } from '#contract/addresses/address-tasks.ts'
import { overviewResponseSchema, taskMonitorPath, workersResponseSchema } from '#contract/admin/task-monitor.ts'
import { caseBookExportTaskPath } from '#contract/real-estate/real-estate.ts'
import { taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { newId } from '#server/new-id.ts'
import { readCommandLine, readProcessIdentity } from '#server/postgres/process-identity.ts'
import { signInAt } from '../support/people/sign-in-at.ts'
import { type OfficeOfProcesses, openOfficeOfProcesses } from '../support/processes/office-of-processes.ts'
import { type RedisServer, startRedis } from '../support/processes/redis-server.ts'
import { type SpawnedWorker, spawnWorker } from '../support/processes/spawn-worker.ts'

// Two servers that only serve requests and one worker, on one PostgreSQL and one Redis: the
// machines of tests/scale/compose.yaml as local processes.

const count = 150
const { path: issuing } = addressTasks.issue
/** BullMQ considers a silent process dead after some seconds. */
const pollOptions = { timeout: 120_000, interval: 100 }

let redis: RedisServer
let office: OfficeOfProcesses
let [here, there] = ['', '']
let authorization: string
let ids: string[]
const workers: SpawnedWorker[] = []

beforeAll(async () => {
  redis = await startRedis()
  office = await openOfficeOfProcesses(2, { WORKER: 'off', REDIS_URL: redis.url, RATE_LIMIT: '1000000' })
  ;[here = '', there = ''] = office.origins
  ;({ authorization } = await signInAt(here, 'superuser'))
}, 300_000)
beforeEach(async () => {
  const { ownerDb } = office.database
  for (const table of ['download_task', 'task_worker', 'address_extract', 'address'] as const)
    await ownerDb.deleteFrom(table).execute()
  const lots = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    jibun: `가람도 솔빛시 해든구 달빛동 ${index + 1}`,
  }))
  const costs = { owner_name: '김가온', fees: 300_000, fees_vat: 30_000 }
  await ownerDb
    .insertInto('address')
    .values(lots.map((lot) => ({ ...lot, ...costs })))
    .execute()
  ids = lots.map(({ id }) => id)
})
afterEach(async () => {
  for (const { child } of workers) child.kill('SIGTERM')
  await Promise.all(workers.splice(0).map(({ ended }) => ended))
})
afterAll(async () => {
  await office.close()
  await redis.stop()
})

async function startWorker(): Promise<SpawnedWorker> {
  const started = spawnWorker({ ...office.settings })
  workers.push(started)
  await started.working
  return started
}

const call = async (url: string, init: RequestInit = {}) => {
  const headers = { authorization, ...(init.body !== undefined && { 'content-type': 'application/json' }) }
  const response = await fetch(url, { ...init, headers })
  return { status: response.status, json: (await response.json()) as unknown }
}
const postTask = async (path: string, body: object) =>
  taskStartSchema.parse((await call(here + path, { method: 'POST', body: JSON.stringify(body) })).json).task_id ?? ''
/** Polls the other server. */
const poll = async (path: string, taskId: string) =>
  taskProgressSchema.parse((await call(`${there}${path}?task_id=${taskId}`)).json)
const listWorkers = async () =>
  workersResponseSchema.parse((await call(`${there}${taskMonitorPath}/workers/status/`)).json).data
const countActive = async () =>
  overviewResponseSchema.parse((await call(`${here}${taskMonitorPath}/overview/`)).json).data.workers

/** The single live worker, in another process than `before`; waits for it. */
async function waitForWorker(before?: { pid: number }) {
  for (;;) {
    const [only, ...more] = await listWorkers()
    if (only?.status === 'active' && more.length === 0 && only.pid !== before?.pid) return only
    await delay(100)
  }
}

const hasEnded = (pid: number) => readProcessIdentity(pid) === undefined

async function beginIssuing(): Promise<string> {
  const task = await postTask(issuing, { address_ids: ids })
  await expect
    .poll(async () => (await poll(issuing, task)).processed_count ?? 0, { ...pollOptions, interval: 20 })
    .toBeGreaterThan(count / 10)
  return task
}

async function countLeft(taskId: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select count(*) as left from task_item where task_id = ${taskId} and state = 'pending'`.execute(office.database.db)
  return rows[0]?.left ?? 0
}

/** All requested items are done, none twice. */
async function expectOnce(taskId: string): Promise<void> {
  await expect.poll(async () => (await poll(issuing, taskId)).status, pollOptions).toBe('completed')
  expect(await poll(issuing, taskId)).toMatchObject({ success: true, processed_count: count, failed_items: [] })
  const { rows } = await sql<{ times: number }>`
    select (select count(*) from address_extract e where e.address_id = a.id) as times from address a`.execute(
    office.database.db,
  )
  expect(rows.map(({ times }) => times)).toEqual(ids.map(() => 1))
}

test('a task waits without a worker, and a worker process does it instead of a server', async () => {
  const task = await postTask(caseBookExportTaskPath, {})
  const issue = await postTask(issuing, { address_ids: ids })
  await office.database.ownerDb
    .updateTable('download_task')
    .set({ requested_at: new Date(Date.now() - 20_000).toISOString() })
    .execute()
  expect(await countActive()).toEqual({ active: 0, total: 0 })
  expect(await poll(caseBookExportTaskPath, task)).toMatchObject({
    status: 'pending',
    message: expect.stringContaining('워커가 없어'),
  })
  const { child } = await startWorker()
  await expect.poll(async () => (await poll(caseBookExportTaskPath, task)).status, pollOptions).toBe('completed')
  const { download_url: url } = await poll(caseBookExportTaskPath, task)
  const file = Buffer.from(await (await fetch(there + url, { headers: { authorization } })).arrayBuffer())
  // Encrypted by the worker, decrypted by a server.
  expect(file.subarray(0, 2).toString()).toBe('PK')
  await expectOnce(issue)
  const only = await waitForWorker()
  expect(only.pid).not.toBe(child.pid)
  expect(await countActive()).toEqual({ active: 1, total: 1 })
  const runs = await office.database.db
    .selectFrom('task_run')
    .select('worker')
    .where('id', 'in', [task, issue])
    .execute()
  expect(runs).toEqual([{ worker: only.name }, { worker: only.name }])
  expect(readCommandLine(only.pid)).not.toContain('postgres://')
})

test('a restart brings another process, which continues where the previous one stopped', async () => {
  await startWorker()
  const before = await waitForWorker()
  const task = await beginIssuing()
  const path = `${taskMonitorPath}/workers/${encodeURIComponent(before.name)}/restart/`
  expect(await call(here + path, { method: 'POST' })).toMatchObject({ status: 200 })
  const after = await waitForWorker(before)
  expect(after.name).toContain(String(after.pid))
  expect(hasEnded(before.pid)).toBe(true)
  expect(hasEnded(after.pid)).toBe(false)
  expect(await countLeft(task)).toBeGreaterThan(0)
  await expectOnce(task)
})

test('kill -9 of the worker in the middle of a task loses nothing and does nothing twice', async () => {
  const supervisor = await startWorker()
  const task = await beginIssuing()
  const first = await waitForWorker()
  process.kill(first.pid, 'SIGKILL')
  await supervisor.waitForOutput(/워커 프로세스가 예기치 않게 종료되었습니다\(SIGKILL\)\. 0\.5초 뒤 다시 시작합니다\./)
  expect(await countLeft(task)).toBeGreaterThan(0)
  const second = await waitForWorker(first)
  await supervisor.waitForOutput(/워커 프로세스를 다시 시작했습니다/)
  process.kill(second.pid, 'SIGKILL')
  await supervisor.waitForOutput(/ 1초 뒤 다시 시작합니다\./)
  await expectOnce(task)
})

test('the supervisor ends its worker: at once when killed, in order when asked to end', async () => {
  const killed = await startWorker()
  const first = await waitForWorker()
  killed.child.kill('SIGKILL')
  await expect.poll(() => hasEnded(first.pid), pollOptions).toBe(true)
  await expect.poll(listWorkers, pollOptions).toEqual([])
  const firstWorker = await startWorker()
  const task = await beginIssuing()
  const second = await waitForWorker()
  firstWorker.child.kill('SIGTERM')
  expect(await firstWorker.ended).toBe(0)
  expect(hasEnded(second.pid)).toBe(true)
  expect(await listWorkers()).toEqual([])
  expect(await countLeft(task)).toBeGreaterThan(0)
  await startWorker()
  await expectOnce(task)
})

test.each([
  [
    'a database',
    { DATABASE_URL: '', DATABASE_OWNER_URL: '' },
    /DATABASE_URL이 없습니다\. 워커는 서버와 같은 PostgreSQL에서 일합니다\./,
  ],
  [
    'the office keys of its servers',
    { RRN_KEY_FILE: '/nowhere/numbers.key' },
    /서버와 같은 번호 키 파일\(RRN_KEY_FILE\)이 필요합니다\./,
  ],
  [
    'a reachable database',
    { DATABASE_URL: 'postgres://office:x@127.0.0.1:9/office' },
    /데이터베이스\(DATABASE_URL\)에 연결할 수 없습니다/,
  ],
])('a worker without %s says so in one line', async (_, wrong, line) => {
  const wrongSettings = Object.entries({ ...office.settings, ...wrong }).filter(([, value]) => value !== '')
  const lacking = spawnWorker(Object.fromEntries(wrongSettings))
  expect(await lacking.ended).toBe(1)
  expect(lacking.output().trim().split('\n')).toEqual([expect.stringMatching(line)])
})
