import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { migrate, readMigrations } from '#server/schema/migrate.ts'
import { signInColleague } from '../e2e/support/colleague.ts'
import { type SpawnedServer, spawnServer } from '../support/processes/spawn-server.ts'
import { createTestDatabase, type TestDatabase } from '../support/servers/test-database.ts'

const cleanUps: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp()
})

/** Starts all processes of an office at once on a database that is not migrated yet. */
async function startAll(count: number, upTo?: number) {
  const database = await createTestDatabase({ empty: true })
  cleanUps.push(database.drop)
  if (upTo !== undefined) await migrate(database.ownerUrl, { upTo })
  const folder = mkdtempSync(join(tmpdir(), 'started-together-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const keys = join(folder, 'numbers.key')
  const env = {
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    RRN_KEY_FILE: keys,
    DATA_DIR: folder,
    LOG_LEVEL: 'silent',
    WORKER: 'off',
  }
  const servers: SpawnedServer[] = []
  const spawnMore = (number: number) => servers.push(...Array.from({ length: number }, () => spawnServer(env)))
  cleanUps.push(() => Promise.all(servers.map(end)))
  spawnMore(count)
  return { database, servers, keys, more: spawnMore }
}

async function end({ child, ended }: SpawnedServer): Promise<void> {
  child.kill('SIGTERM')
  await ended
}

async function readLedger({ ownerDb }: TestDatabase): Promise<number[]> {
  const found = await sql<{ version: number }>`select version from schema_migration order by version`
    .execute(ownerDb)
    .catch(() => ({ rows: [] }))
  return found.rows.map(({ version }) => version)
}

const listVersions = async () => (await readMigrations()).map(({ version }) => version)

/** What one process writes, the others return; all have their full rights. */
async function expectOneOffice(servers: readonly SpawnedServer[]): Promise<void> {
  const people = []
  for (const { origin } of servers) people.push(await signInColleague(await origin))
  for (const writer of people) {
    const group = { id: newId(), name: `구간 ${newId()}` }
    expect((await writer.send('POST', '/api/mysql/realestate/group/', group)).status).toBe(201)
    for (const reader of people)
      expect(JSON.stringify(await reader.get('/api/mysql/realestate/group/?page_size=1000'))).toContain(group.name)
  }
}

test.each([
  { what: 'an empty database', upTo: undefined },
  { what: 'a database of an older version', upTo: 24 },
])('three processes started at once on $what run each migration once and share one key', async ({ upTo }) => {
  const { database, servers, keys } = await startAll(3, upTo)
  await Promise.all(servers.map(({ origin }) => origin))
  expect(await readLedger(database)).toEqual(await listVersions())
  await expectOneOffice(servers)
  expect(readFileSync(keys, 'utf8').trim()).toMatch(/^[\da-f]{64}$/)
})

test('lets other processes finish the migrations when one is killed in the middle', async () => {
  const { database, servers, more } = await startAll(1)
  const [first] = servers
  while ((await readLedger(database)).length < 3) await delay(1)
  await database.ownerDb.transaction().execute(async (trx) => {
    // Stops it at any point.
    await sql`lock table schema_migration in exclusive mode`.execute(trx)
    more(2)
    await expect.poll(() => countWaiting(database)).toBe(2)
    first?.child.kill('SIGKILL')
    await first?.ended
  })
  const done = (await readLedger(database)).length
  const others = servers.slice(1)
  await Promise.all(others.map(({ origin }) => origin))
  expect(done).toBeLessThan((await listVersions()).length)
  expect(await readLedger(database)).toEqual(await listVersions())
  await expectOneOffice(others)
})

/** Number of processes that wait until another has migrated. */
async function countWaiting({ ownerDb }: TestDatabase): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
     where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())
  `.execute(ownerDb)
  return rows[0]?.waiting ?? 0
}
