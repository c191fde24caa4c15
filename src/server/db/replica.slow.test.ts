import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverStatusSchema } from '#contract/admin/server-status.ts'
import { type ChangesPage, changesPageSchema, type RowsPage, rowsPageSchema } from '#contract/sync/sync.ts'
import { markDemo } from '#server/demo/demo-rows.ts'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { migrate } from '#server/schema/migrate.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { makeCase, makeGroup } from '#tests/support/books/case-book.ts'
import { listPageRecords } from '#tests/support/books/page-records.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { startPrimary, startReplica } from '#tests/support/servers/streaming-replica.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { type Database, openDatabase } from './client.ts'
import { openReplica } from './replica.ts'

// Two servers on one primary, one of them with a streaming replica behind a proxy.

const primary = await startPrimary()
await migrate(primary.ownerUrl, { appRole: embeddedAppRole })
const standby = await startReplica(primary)
const database = await createTestDatabase({ cluster: primary })
const toDatabase = (url: string) => Object.assign(new URL(url), { pathname: new URL(database.url).pathname }).href
const replicaUrl = toDatabase(standby.url)
const proxy = await createFaultyProxy(replicaUrl)
const standbyOwner = openDatabase({ url: toDatabase(standby.ownerUrl), maxConnections: 1 })
const colleagues: TestDatabase = { ...database, db: openDatabase({ url: database.url, maxConnections: 4 }) }
const lines: string[] = []

let server: TestApp
let staff: SignedIn
let colleague: SignedIn
let group: string

beforeAll(async () => {
  await loadDemoUsers(database.db)
  await markDemo(database.ownerDb)
  const config = { databaseReplicaUrl: proxy.url, logLevel: 'warn' } as const
  server = await buildTestApp({ database, config, logTo: { write: (line) => lines.push(line) } })
  staff = await server.signIn('staff')
  const otherServer = await buildTestApp({ database: colleagues })
  colleague = await otherServer.signIn('superuser')
  group = await makeGroup(colleague)
  closers.push(otherServer.close, server.close)
})

const closers: (() => Promise<void>)[] = []

afterAll(async () => {
  for (const close of closers) await close()
  await Promise.all([proxy.close(), standbyOwner.destroy(), colleagues.db.destroy()])
  await standby.remove()
  await database.drop()
  await primary.stop()
})

async function listOwners(): Promise<string[]> {
  const url = '/api/mysql/realestate/list/?page_size=1000'
  const response = await staff.inject({ method: 'GET', url })
  expect(response.statusCode).toBe(200)
  return response.json<{ results: { owner: string }[] }>().results.map(({ owner }) => owner)
}

async function readMetric(name: string): Promise<number> {
  const { body } = await server.app.inject({ url: '/metrics', headers: { host: 'localhost' } })
  const line = body.split('\n').find((candidate) => candidate.startsWith(`${name} `))
  return Number(line?.slice(name.length))
}

const countReplicaReads = () => readMetric('office_replica_reads_total{served="replica"}')

async function waitUntilReplicaServes(): Promise<void> {
  const before = await countReplicaReads()
  await expect
    .poll(async () => {
      await listOwners()
      return await countReplicaReads()
    })
    .toBeGreaterThan(before)
}

const pauseReplay = () => sql`select pg_wal_replay_pause()`.execute(standbyOwner)
const resumeReplay = () => sql`select pg_wal_replay_resume()`.execute(standbyOwner)

async function readState(): Promise<unknown> {
  const response = await colleague.inject({ method: 'GET', url: '/api/server_status' })
  return serverStatusSchema.parse(response.json()).figures?.replica ?? null
}

test('a list from the replica holds what another process has just saved', async () => {
  await waitUntilReplicaServes()
  const before = await countReplicaReads()
  for (let n = 0; n < 30; n += 1) {
    const owner = `바로 ${n}`
    await makeCase(colleague, group, { owner })
    expect(await listOwners()).toContain(owner)
  }
  expect(await countReplicaReads()).toBeGreaterThan(before)
  expect(await readState()).toBeNull()
})

test('a list holds what another process has just saved while replay is paused, without long waits', async () => {
  await pauseReplay()
  for (let n = 0; n < 10; n += 1) {
    const owner = `멈춤 ${n}`
    await makeCase(colleague, group, { owner })
    const start = performance.now()
    expect(await listOwners()).toContain(owner)
    expect(performance.now() - start).toBeLessThan(1500)
  }
  await expect.poll(() => readMetric('office_replica_ready')).toBe(0)
  expect(await readMetric('office_replica_lag_seconds')).toBeGreaterThan(0)
  await resumeReplay()
  await waitUntilReplicaServes()
  await expect.poll(() => readMetric('office_replica_ready')).toBe(1)
})

test('a first copy followed by changes is complete while people write and replay stops and goes', async () => {
  for (let n = 0; n < 40; n += 1) await makeCase(colleague, group, { owner: `사본 ${n}` })
  await waitUntilReplicaServes()
  const before = await countReplicaReads()
  const [oldest, ...others] = (await listVersions()).map(({ id }) => id)
  const late = await startLateWrite(oldest ?? '')
  const copied = new AbortController()
  const writing = writeUntil(copied.signal, others)
  const copy = await copyCases(async (page) => {
    if (page === 0) await late.commit().execute()
    else await (page % 3 === 2 ? pauseReplay() : resumeReplay())
  })
  copied.abort()
  expect(await writing).toBeGreaterThan(3)
  expect(await countReplicaReads()).toBeGreaterThan(before)
  expect(await applyChanges(copy)).toEqual(await listVersions())
  await resumeReplay()
})

test('a first copy has what was saved before it began although the replica has not', async () => {
  await waitUntilReplicaServes()
  await pauseReplay()
  const last = (await listVersions()).at(-1)
  const url = '/api/mysql/realestate/list/'
  await colleague.inject({ method: 'PUT', url, payload: { id: last?.id, fees: 123_456 } })
  const copy = await copyCases(async () => undefined)
  expect(await applyChanges(copy)).toEqual(await listVersions())
  await resumeReplay()
})

interface CaseCopy {
  readonly versions: Map<string, number>
  /** Of the first page, as a device keeps it. */
  readonly cursor: string
}

async function copyCases(onPage: (page: number) => Promise<unknown>): Promise<CaseCopy> {
  const versions = new Map<string, number>()
  let page = await fetchRows('')
  const { cursor } = page
  for (let n = 0; ; n += 1) {
    for (const { id, version } of listPageRecords(page)) {
      expect(versions.has(id)).toBe(false)
      versions.set(id, version)
    }
    if (page.next === null) return { versions, cursor }
    await onPage(n)
    page = await fetchRows(page.next)
  }
}

async function applyChanges({ versions, cursor }: CaseCopy) {
  for (const { id, version, row } of (await fetchChanges(cursor)).changes) {
    if (row && version >= (versions.get(id) ?? 0)) versions.set(id, version)
    if (!row) versions.delete(id)
  }
  return [...versions].map(([id, version]) => ({ id, version })).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

async function listVersions(): Promise<{ id: string; version: number }[]> {
  return await database.db.selectFrom('real_estate').select(['id', 'version']).orderBy('id').execute()
}

/** A transaction that changes a case and is not committed yet. */
async function startLateWrite(id: string) {
  const trx = await colleagues.db.startTransaction().execute()
  await sql`
    with changed as (update real_estate set version = version + 1 where id = ${id} returning version)
    insert into change (collection, record_id, version, kind, fields, user_name)
    select 'real-estate', ${id}, version, 'update', '{}', '직원' from changed`.execute(trx)
  return trx
}

async function fetchRows(after: string): Promise<RowsPage> {
  const url = `/api/sync/real-estate/rows?limit=10${after && `&after=${after}`}`
  return rowsPageSchema.parse((await staff.inject({ method: 'GET', url })).json())
}

async function fetchChanges(after: string): Promise<ChangesPage> {
  const url = `/api/sync/changes?limit=5000&collections=real-estate&after=${after}`
  return changesPageSchema.parse((await staff.inject({ method: 'GET', url })).json())
}

/** Creates, changes and deletes cases; returns the number of rounds. */
async function writeUntil(signal: AbortSignal, ids: readonly string[]): Promise<number> {
  const url = '/api/mysql/realestate/list/'
  for (let n = 0; ; n += 1) {
    if (signal.aborted) return n
    await makeCase(colleague, group, { owner: `도중 ${n}` })
    const [changed, deleted] = [ids[(n * 7) % ids.length], ids[(n * 11 + 3) % ids.length]]
    await colleague.inject({ method: 'PUT', url, payload: { id: changed, fees: n } })
    if (n % 4 === 0) await colleague.inject({ method: 'DELETE', url, payload: { id: deleted } })
  }
}

test('a read goes to the primary when the replica stops or cancels it, and reports that once', async () => {
  const troubles: [string, unknown][] = []
  const replica = openReplica({
    primary: database.db,
    url: replicaUrl,
    maxConnections: 2,
    onTrouble: (reason, error) => troubles.push([reason, error]),
    onRecovery: () => undefined,
  })
  const slowly = async (from: Database) => {
    const { rows } = await sql<{ is_replica: boolean }>`
      select pg_is_in_recovery() as is_replica from real_estate
      where case when pg_is_in_recovery() then pg_sleep(5) is null end is not true limit 1`.execute(from)
    return rows[0]?.is_replica
  }
  const isReplica = async (from: Database) =>
    (await sql<{ is_replica: boolean }>`select pg_is_in_recovery() as is_replica`.execute(from)).rows[0]?.is_replica
  // Opens the connection first, which may take longer than a read waits.
  await expect.poll(() => replica.readStatus()).toEqual({ state: 'ready', lagSeconds: 0 })
  const reading = replica.read(slowly)
  await delay(300)
  await database.ownerDb.transaction().execute((trx) => sql`lock table real_estate`.execute(trx))
  expect(await reading).toBe(false)
  expect(troubles).toEqual([['away', expect.objectContaining({ code: '40001' })]])

  await expect.poll(() => replica.read(isReplica)).toBe(true)
  const write = replica.read((from) => from.updateTable('app_user').set({ nickname: '바뀜' }).execute())
  await expect(write).rejects.toThrow('read-only transaction')

  await expect.poll(() => replica.read(isReplica)).toBe(true)
  const cut = replica.read(slowly)
  await delay(300)
  await standby.stop()
  expect(await cut).toBe(false)
  expect(await replica.read(isReplica)).toBe(false)
  expect(troubles).toHaveLength(1)
  await standby.start()
  await expect.poll(() => replica.read(isReplica)).toBe(true)
  await replica.close()
})

test('a replica that takes too long is left alone for a while', async () => {
  const { replica } = openIgnored(replicaUrl)
  await expect.poll(() => replica.readStatus()).toEqual({ state: 'ready', lagSeconds: 0 })
  const read = await replica.read(async (from) => {
    if (from === database.db) return 'primary'
    await sql`set statement_timeout = 50`.execute(from)
    await sql`select pg_sleep(5)`.execute(from)
    return 'replica'
  })
  expect(read).toBe('primary')
  await delay(1500)
  expect(await replica.read(async (from) => from === database.db)).toBe(true)
  await replica.close()
})

test('a list never fails while the replica hangs, refuses, restarts and comes back', async () => {
  await waitUntilReplicaServes()
  lines.length = 0
  for (const mode of ['swallow', 'refuse'] as const) {
    await proxy.setMode(mode)
    for (let n = 0; n < 5; n += 1) {
      const owner = `${mode} ${n}`
      await makeCase(colleague, group, { owner })
      const start = performance.now()
      expect(await listOwners()).toContain(owner)
      expect(performance.now() - start).toBeLessThan(1500)
    }
    await proxy.setMode('pass')
    await waitUntilReplicaServes()
  }
  expect(lines.filter((line) => line.includes('replica')).length).toBeLessThanOrEqual(1)
})

test('a replica is ready after the log was switched to a new segment that holds nothing yet', async () => {
  const { replica } = openIgnored(replicaUrl)
  await expect.poll(() => replica.readStatus()).toEqual({ state: 'ready', lagSeconds: 0 })
  await sql`select pg_switch_wal()`.execute(database.ownerDb)
  // PostgreSQL itself writes again after 15 seconds at most.
  await expect.poll(() => replica.readStatus(), { timeout: 3000 }).toEqual({ state: 'ready', lagSeconds: 0 })
  await replica.close()
})

test('a replica of another database is not read', async () => {
  const url = Object.assign(new URL(replicaUrl), { pathname: '/office' }).href
  const { replica } = openIgnored(url)
  expect(await replica.read(async (from) => from === database.db)).toBe(true)
  expect(await replica.readStatus()).toMatchObject({ state: 'other_history' })
  await replica.close()
})

test('a promoted replica is not read', async () => {
  await waitUntilReplicaServes()
  await sql`select pg_promote()`.execute(standbyOwner)
  await makeCase(colleague, group, { owner: '승격 뒤' })
  expect(await listOwners()).toContain('승격 뒤')
  const { replica } = openIgnored(replicaUrl)
  expect(await replica.readStatus()).toEqual({ state: 'no_replica', lagSeconds: null })
  await replica.close()
})

function openIgnored(url: string) {
  const ignore = () => undefined
  const options = { primary: database.db, url, maxConnections: 1, onTrouble: ignore, onRecovery: ignore }
  return { replica: openReplica(options) }
}
