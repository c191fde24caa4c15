import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addressTasks } from '#contract/addresses/address-tasks.ts'
import { type TaskProgress, taskProgressSchema, taskStartSchema } from '#contract/tasks/background-task.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { newId } from '#server/new-id.ts'
import { readZip } from '#tests/support/documents/read-zip.ts'
import { type SampleHelper, startSampleHelper } from '#tests/support/fakes/sample-registry.ts'
import { hireStaff } from '#tests/support/people/hire-staff.ts'
import { type RedisServer, startRedis } from '#tests/support/processes/redis-server.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

// The real server is killed with kill -9 in the middle of a task, and the next one continues.

const count = 130
/** BullMQ presumes a silent process dead after some seconds. */
const pollOptions = { timeout: 60_000, interval: 100 }
const folder = mkdtempSync(join(tmpdir(), 'killed-tasks-'))
chmodSync(folder, 0o711)

let database: TestDatabase
let redis: RedisServer
let helper: SampleHelper
let authorization: string
let ids: string[]
let server: SpawnedServer | undefined

beforeAll(async () => {
  redis = await startRedis()
  helper = await startSampleHelper()
  helper.hasAll = true
  database = await createTestDatabase()
  await markDemo(database.ownerDb)
  const [token] = await hireStaff(database.db, 1)
  authorization = `Bearer ${token}`
}, 300_000)
beforeEach(async () => {
  await kill()
  Object.assign(helper, { delayMs: 0, received: [] })
  for (const table of ['download_task', 'official_letter', 'address_extract', 'address_owner', 'address'] as const)
    await database.ownerDb.deleteFrom(table).execute()
  const lots = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    jibun: `가람도 솔빛시 해든구 달빛동 ${index + 1}`,
  }))
  const costs = { owner_name: '김가온', fees: 300_000, fees_vat: 30_000 }
  await database.ownerDb
    .insertInto('address')
    .values(lots.map((lot) => ({ ...lot, ...costs })))
    .execute()
  ids = lots.map(({ id }) => id)
})
afterAll(async () => {
  await kill()
  await helper.close()
  await redis.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

async function kill(): Promise<void> {
  server?.child.kill('SIGKILL')
  await server?.ended
  server = undefined
}

/** Returns the server's origin. */
async function serve(environment: Record<string, string> = {}): Promise<string> {
  await kill()
  const registry = { REGISTRY_URL: helper.url, REGISTRY_TOKEN: helper.token }
  server = spawnServer({
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: folder,
    ...registry,
    ...environment,
  })
  return await server.origin
}

async function start(
  origin: string,
  path: string,
  { body = { address_ids: ids }, key = newId() }: { body?: object; key?: string } = {},
): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json', 'idempotency-key': key }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  return taskStartSchema.parse(await response.json()).task_id ?? ''
}

async function poll(origin: string, path: string, taskId: string): Promise<TaskProgress> {
  const response = await fetch(`${origin}${path}/?task_id=${taskId}`, { headers: { authorization } })
  return taskProgressSchema.parse(await response.json())
}

/** Kills the server once some but not all items are done. */
async function killInTheMiddle(origin: string, path: string, taskId: string): Promise<void> {
  const countDone = async () => (await poll(origin, path, taskId)).processed_count ?? 0
  await expect.poll(countDone, { timeout: 30_000, interval: 20 }).toBeGreaterThan(count / 5)
  await kill()
  const { rows } = await sql<{ left: number }>`select count(*) as left from task_item where state = 'pending'`.execute(
    database.db,
  )
  expect(rows[0]?.left).toBeGreaterThan(0)
}

async function waitUntilDone(origin: string, path: string, taskId: string): Promise<TaskProgress> {
  await expect.poll(async () => (await poll(origin, path, taskId)).status, pollOptions).toBe('completed')
  return await poll(origin, path, taskId)
}

/** The number of rows per address in a table. */
async function countTimes(table: 'address_extract' | 'official_letter' | 'address_owner'): Promise<number[]> {
  const { rows } = await sql<{ times: number }>`
    select (select count(*) from ${sql.table(table)} t where t.address_id = a.id) as times from address a order by id`.execute(
    database.db,
  )
  return rows.map(({ times }) => times)
}

const buildOneEach = () => ids.map(() => 1)

async function countIdleTransactions(): Promise<number> {
  const { rows } = await sql<{ idle: number }>`
    select count(*) as idle from pg_stat_activity where datname = current_database() and state = 'idle in transaction'
      and now() - state_change > interval '500 ms'`.execute(database.db)
  return rows[0]?.idle ?? 0
}

test.each(['PostgreSQL', 'Redis'] as const)(
  'every address has an extract after two kills while a slow register issues them, queue on %s',
  async (store) => {
    const { path } = addressTasks.issue
    const queue = store === 'Redis' ? { REDIS_URL: redis.url } : {}
    helper.delayMs = 1000
    const first = await serve(queue)
    const key = newId()
    const task = await start(first, path, { key })
    await expect.poll(() => helper.received.length, pollOptions).toBeGreaterThan(2)
    await delay(700)
    // No transaction is open while waiting for the register, so nobody else is blocked.
    expect(await countIdleTransactions()).toBe(0)
    helper.delayMs = 100
    await killInTheMiddle(first, path, task)
    const second = await serve(queue)
    // A client without a response sends the request again.
    expect(await start(second, path, { key })).toBe(task)
    await expect
      .poll(async () => (await poll(second, path, task)).processed_count, pollOptions)
      .toBeGreaterThan(count / 2)
    await kill()
    const end = await waitUntilDone(await serve(queue), path, task)
    expect(end).toMatchObject({ success: true, processed_count: count, total_count: count, failed_items: [] })
    expect(await countTimes('address_extract')).toEqual(buildOneEach())
    const { rows } = await sql<{ files: number; created: number }>`
      select (select count(*) from address_extract_file join address_extract on id = extract_id) as files,
        (select count(*) from change c join address_extract e on e.id = c.record_id where c.kind = 'create') as created`.execute(
      database.db,
    )
    expect(rows).toEqual([{ files: count, created: count }])
    // Requests whose results were not stored are repeated: at most those in progress at each kill.
    expect(helper.received.length).toBeLessThanOrEqual(count + 2 * 4)
  },
  180_000,
)

test('killed while owners are refreshed, every address has its owner once', async () => {
  const { path } = addressTasks.refreshOwners
  helper.delayMs = 50
  const first = await serve()
  const task = await start(first, path)
  await killInTheMiddle(first, path, task)
  expect(await waitUntilDone(await serve(), path, task)).toMatchObject({ processed_count: count, failed_items: [] })
  expect(await countTimes('address_owner')).toEqual(buildOneEach())
  expect(await countTimes('address_extract')).toEqual(buildOneEach())
}, 120_000)

test('every address has one letter with its own number after a kill while they are written', async () => {
  const { path } = addressTasks.officialDocument
  const first = await serve()
  const task = await start(first, path, { body: { address_ids: ids, document_type: 'cost_claim' } })
  await killInTheMiddle(first, path, task)
  const last = await serve()
  const end = await waitUntilDone(last, path, task)
  expect(end).toMatchObject({ processed_count: count, failed_items: [] })
  expect(await countTimes('official_letter')).toEqual(buildOneEach())
  const letters = await database.db.selectFrom('official_letter').select('document_number').execute()
  expect(new Set(letters.map(({ document_number }) => document_number)).size).toBe(count)
  const file = await fetch(last + (end.download_url ?? ''), { headers: { authorization } })
  expect((await file.arrayBuffer()).byteLength).toBe(end.file_size)
}, 120_000)

test('killed while the archive of extracts is made, the archive has each extract once', async () => {
  const origin = await serve()
  const { path: issuing } = addressTasks.issue
  await waitUntilDone(origin, issuing, await start(origin, issuing))
  const { path } = addressTasks.download
  const task = await start(origin, path)
  await kill()
  const last = await serve()
  const end = await waitUntilDone(last, path, task)
  const file = await fetch(last + (end.download_url ?? ''), { headers: { authorization } })
  const files = await readZip([Buffer.from(await file.arrayBuffer())])
  expect(new Set(files.map(({ name }) => name)).size).toBe(count)
}, 120_000)
