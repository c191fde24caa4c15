import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { migrate } from '#server/schema/migrate.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { readRunningOwnerUrl, startEmbedded } from './embedded.ts'

const folder = mkdtempSync(join(tmpdir(), 'roles '))
chmodSync(folder, 0o711)
const spawned: SpawnedServer[] = []

// Each test starts whole servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

afterEach(stopAll)
afterAll(() => rmSync(folder, { recursive: true }))

async function stopAll(): Promise<void> {
  for (const server of spawned.splice(0)) {
    server.child.kill('SIGTERM')
    await server.ended
  }
}

function serve(env: Record<string, string>): SpawnedServer {
  const server = spawnServer({ DATA_DIR: folder, ...env })
  spawned.push(server)
  return server
}

async function isServing(server: SpawnedServer): Promise<boolean> {
  return (await fetch(`${await server.origin}/api/health`)).ok
}

async function runStatement(url: string, statement: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } catch (error) {
    return error instanceof pg.DatabaseError ? error.code : error
  } finally {
    await client.end()
  }
}

const buildSettingsPath = (dataDir: string) => join(dataDir, 'postgres.json')

function buildAppUrl(dataDir: string): string {
  const { appPassword } = z
    .object({ appPassword: z.string() })
    .parse(JSON.parse(readFileSync(buildSettingsPath(dataDir), 'utf8')))
  return Object.assign(new URL(readRunningOwnerUrl(dataDir)), { username: 'office_app', password: appPassword }).href
}

/**
 * A data folder as an earlier version left it: the old schema, no second role, no second password.
 */
async function makeOldFolder(dataDir: string): Promise<void> {
  const old = await startEmbedded({ dataDir })
  await migrate(old.ownerUrl, { upTo: 14 })
  await runStatement(old.ownerUrl, `insert into audit (user_name, act) values ('오래된 행', 'read')`)
  await runStatement(old.ownerUrl, 'drop role office_app')
  await old.stop()
  const { appPassword: _new, ...facts } = z
    .looseObject({ appPassword: z.string() })
    .parse(JSON.parse(readFileSync(buildSettingsPath(dataDir), 'utf8')))
  writeFileSync(buildSettingsPath(dataDir), JSON.stringify(facts), { mode: 0o600 })
}

test('adds the second role to the data folder of an earlier version and keeps every row', async () => {
  const dataDir = join(folder, 'old office')
  await makeOldFolder(dataDir)
  for (let start = 0; start < 2; start += 1) {
    expect(await isServing(serve({ DATA_DIR: dataDir }))).toBe(true)
    const url = buildAppUrl(dataDir)
    const stored = `select user_name, rolsuper from audit, pg_roles where rolname = current_user and user_name = '오래된 행'`
    expect(await runStatement(url, stored)).toEqual([{ user_name: '오래된 행', rolsuper: false }])
    for (const statement of [`update audit set act = ''`, 'delete from audit', 'truncate audit', 'drop table audit'])
      expect([statement, await runStatement(url, statement)]).toEqual([statement, '42501'])
    expect(await runStatement(url, 'set session_replication_role = replica')).toBe('42501')
    await stopAll()
  }
})

test('uses only the restricted role for all connections of a running server', async () => {
  const dataDir = join(folder, 'old office')
  const server = serve({ DATA_DIR: dataDir, DEMO_DATA: 'on' })
  await isServing(server)
  const signedIn = await fetch(`${await server.origin}/api/sync/events`)
  expect(signedIn.status).toBe(401)
  // A connection that is just being opened has no role name yet.
  const others = `select distinct usename from pg_stat_activity where backend_type = 'client backend' and usename is not null and pid <> pg_backend_pid()`
  expect(await runStatement(readRunningOwnerUrl(dataDir), others)).toEqual([{ usename: 'office_app' }])
})

test('keeps working with a single database URL and prints how to improve it', async () => {
  const database = await createTestDatabase()
  const server = serve({ DATABASE_URL: database.ownerUrl })
  expect(await isServing(server)).toBe(true)
  expect(server.output()).toContain('주의: DATABASE_URL의 역할(office)')
  await stopAll()
  await database.drop()
})

test('migrates as the owner and grants the server its rights when both URLs are set', async () => {
  const database = await createTestDatabase({ empty: true })
  const server = serve({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl })
  expect(await isServing(server)).toBe(true)
  expect(server.output()).not.toContain('주의')
  expect(await runStatement(database.url, `insert into audit (user_name, act) values ('가', 'read')`)).toEqual([])
  await stopAll()
  // Another process on the same database needs no owner URL, because nothing is left to migrate.
  expect(await isServing(serve({ DATABASE_URL: database.url }))).toBe(true)
  await stopAll()
  await database.drop()
})

test('refuses in one line when both URLs belong to the owner', async () => {
  const database = await createTestDatabase()
  const second = Object.assign(new URL(database.ownerUrl), { search: '?application_name=second' }).href
  const server = serve({ DATABASE_URL: second, DATABASE_OWNER_URL: database.ownerUrl })
  expect(await server.ended).toBe(1)
  expect(server.output().trim()).toBe(
    'DATABASE_URL의 역할(office)이 감사 기록을 고치거나 지울 수 있습니다. 슈퍼유저나 소유자가 아닌 다른 역할을 적어 주세요.',
  )
  await database.drop()
})
