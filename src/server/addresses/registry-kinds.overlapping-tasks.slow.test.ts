import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressTasks } from '#contract/addresses/address-tasks.ts'
import { type TaskProgress, taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { newId } from '#server/new-id.ts'
import { createHttpSource } from '#server/registry/http/http-source.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { createWritePipeline } from '#server/sync/writes/write-pipeline.ts'
import { type SampleHelper, startSampleHelper } from '#tests/support/fakes/sample-registry.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { endAddressTask, startAddressTask } from '#tests/support/tasks/address-task.ts'
import { createRegistryKinds } from './registry-kinds.ts'

// Each request to the helper costs a fee.

const count = 12
const { issue, refreshOwners } = addressTasks
const sharedNote = '함께 진행된 작업이 발급한 등본을 사용하고 다시 발급하지 않았습니다.'

let database: TestDatabase
let helper: SampleHelper
let servers: readonly [TestApp, TestApp]
let staff: readonly [SignedIn, SignedIn]
let ids: string[]

beforeAll(async () => {
  helper = await startSampleHelper()
  helper.hasAll = true
  database = await createTestDatabase()
  await loadDemoUsers(database.db)
  const config = { hasWorker: true, registry: { url: helper.url, token: helper.token } }
  servers = [await buildTestApp({ database, config }), await buildTestApp({ database, config })]
  staff = [await servers[0].signIn('staff'), await servers[1].signIn('staff')]
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await database.drop()
  await helper.close()
})
beforeEach(async () => {
  for (const table of ['download_task', 'address_change', 'address_extract', 'address_owner', 'address'] as const)
    await database.ownerDb.deleteFrom(table).execute()
  Object.assign(helper, { delayMs: 30, fault: undefined })
  helper.received.length = 0
  ids = Array.from({ length: count }, () => newId())
  const lots = ids.map((id, index) => ({ id, jibun: `가람도 솔빛시 해든구 달빛동 ${index + 1}` }))
  await database.ownerDb.insertInto('address').values(lots).execute()
})

async function start(person: SignedIn, path: string, address_ids: readonly string[] = ids): Promise<string> {
  const response = await person.inject({ method: 'POST', url: path, payload: { address_ids } })
  return taskStartSchema.parse(response.json()).task_id ?? ''
}

async function poll(path: string, taskId: string): Promise<TaskProgress> {
  return taskProgressSchema.parse((await staff[0].inject({ url: `${path}?task_id=${taskId}` })).json())
}

async function waitUntilDone(path: string, taskId: string): Promise<TaskProgress> {
  await expect.poll(async () => (await poll(path, taskId)).status, { timeout: 30_000 }).toBe('completed')
  return await poll(path, taskId)
}

async function countExtracts(address: string): Promise<number> {
  const rows = await database.db.selectFrom('address_extract').select('id').where('address_id', '=', address).execute()
  return rows.length
}

/** Works on one item as a process does: asks the source, then runs the transaction. */
function createWorker(taskId: string, signal = new AbortController().signal) {
  const source = createHttpSource({ url: helper.url, token: helper.token, timeoutMs: 5000 })
  const { within } = createWritePipeline(servers[0].deps)
  const [kind] = createRegistryKinds({ deps: servers[0].deps, source, within })
  const context = { now: () => new Date(), signal, taskId, userId: staff[0].user.id, input: { address_ids: ids } }
  return {
    fetchOnce: async (id: string) => await kind?.fetchSource?.({ ...context, db: database.db }, id),
    work: async (id: string, fetched: never) =>
      await database.db.transaction().execute(async (db) => await kind?.work({ ...context, db }, id, fetched)),
  }
}

test.each([
  ['two of the same kind', issue.path, issue.path],
  ['extracts and owners', issue.path, refreshOwners.path],
])(
  'two tasks started at once on different servers: %s buy one extract per address',
  async (_name, firstPath, secondPath) => {
    const [first, second] = await Promise.all([start(staff[0], firstPath), start(staff[1], secondPath)])
    const [here, there] = [await waitUntilDone(firstPath, first), await waitUntilDone(secondPath, second)]
    expect([here.failed_items, there.failed_items]).toEqual([[], []])
    expect(helper.received).toHaveLength(count)
    expect(await Promise.all(ids.map(countExtracts))).toEqual(ids.map(() => 1))
    const shared = [...(here.item_notes ?? []), ...(there.item_notes ?? [])]
    expect(shared.map(({ message }) => message)).toEqual(ids.map(() => sharedNote))
  },
)

test('a refresh that shares an extract writes its owners', async () => {
  const tasks = [await start(staff[0], issue.path), await start(staff[1], refreshOwners.path)]
  await waitUntilDone(refreshOwners.path, tasks[1] ?? '')
  const owners = await database.db.selectFrom('address_owner').select('address_id').execute()
  expect(new Set(owners.map(({ address_id }) => address_id)).size).toBe(count)
})

test('a task shares an extract bought before its start while the other task is unfinished', async () => {
  const [first = ''] = ids
  const running = await startAddressTask(database.db, { userId: staff[0].user.id, ids })
  const before = createWorker(running)
  await before.work(first, (await before.fetchOnce(first)) as never)
  await database.db.updateTable('task_item').set({ state: 'done' }).where('item_id', '=', first).execute()
  const second = await waitUntilDone(issue.path, await start(staff[0], issue.path, [first]))
  expect(second.item_notes).toEqual([{ id: first, message: sharedNote }])
  await endAddressTask(database.db, running)
  const third = await waitUntilDone(issue.path, await start(staff[0], issue.path, [first]))
  expect(third.item_notes).toEqual([])
  expect(helper.received).toHaveLength(2)
})

test('a third task buys its own extract when the shared one is older than the running tasks', async () => {
  const [id = ''] = ids
  const fetchOnce = async (taskId: string) => await createWorker(taskId).fetchOnce(id)
  const first = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  await createWorker(first).work(id, (await fetchOnce(first)) as never)
  const second = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  await endAddressTask(database.db, first)
  expect(await fetchOnce(second)).toHaveProperty('shared')
  const third = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  await database.db.updateTable('task_item').set({ state: 'done' }).where('task_id', '=', second).execute()
  expect(await fetchOnce(third)).toHaveProperty('issued')
})

test('an extract is not shared when the number of the address was corrected in between', async () => {
  const [id = ''] = ids
  const [first, second] = await Promise.all(
    [1, 2].map(() => startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })),
  )
  await createWorker(first ?? '').work(id, (await createWorker(first ?? '').fetchOnce(id)) as never)
  await endAddressTask(database.db, first ?? '')
  await database.ownerDb.updateTable('address').set({ num: '2501-2020-000124' }).where('id', '=', id).execute()
  expect(await createWorker(second ?? '').fetchOnce(id)).toHaveProperty('issued')
})

test('another task waits for the turn of a dead process, which its own task resumes at once', async () => {
  const [id = ''] = ids
  const tasks = await Promise.all(
    [1, 2].map(() => startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })),
  )
  const [dead = '', other = ''] = tasks
  // Bought, but never stored.
  await createWorker(dead).fetchOnce(id)
  let isSettled = false
  const waiting = createWorker(other)
    .fetchOnce(id)
    .finally(() => (isSettled = true))
  await delay(600)
  expect(isSettled).toBe(false)
  const heir = createWorker(dead)
  await heir.work(id, (await heir.fetchOnce(id)) as never)
  await endAddressTask(database.db, dead)
  expect(await waiting).toHaveProperty('shared')
  expect(helper.received).toHaveLength(2)
})

test.each(['expired', 'cancelled'] as const)('a turn that was %s blocks nobody', async (how) => {
  const [id = ''] = ids
  const dead = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  const other = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  await createWorker(dead).fetchOnce(id)
  const waiting = createWorker(other).fetchOnce(id)
  await delay(300)
  const askedUntil = new Date(Date.now() - 1000).toISOString()
  if (how === 'cancelled') await database.db.deleteFrom('download_task').where('id', '=', dead).execute()
  else await database.db.updateTable('task_item').set({ asked_until: askedUntil }).where('task_id', '=', dead).execute()
  expect(await waiting).toHaveProperty('issued')
})

test('a turn ends when the source is unavailable, and a cancelled task asks nothing', async () => {
  const [id = ''] = ids
  const first = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  const second = await startAddressTask(database.db, { userId: staff[0].user.id, ids: [id] })
  helper.fault = 'closed'
  await expect(createWorker(first).fetchOnce(id)).rejects.toMatchObject({ name: 'ItemError', isTransient: true })
  helper.fault = undefined
  expect(await createWorker(second).fetchOnce(id)).toHaveProperty('issued')
  const waiting = createWorker(first, AbortSignal.timeout(300)).fetchOnce(id)
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
  await database.db.deleteFrom('download_task').execute()
  helper.received.length = 0
  await expect(createWorker(first).fetchOnce(id)).rejects.toMatchObject({ name: 'OvertakenError' })
  expect(helper.received).toEqual([])
})
