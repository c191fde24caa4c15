import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type DatabaseFigures,
  type ServerStatus,
  serverStatusPath,
  serverStatusSchema,
} from '#contract/admin/server-status.ts'
import { dayMs } from '#contract/dates/day-ms.ts'
import { appBuildHeader } from '#contract/sync/app-build.ts'
import { buildApp } from '#server/app.ts'
import { makeBackupName } from '#server/backup/daily-backups.ts'
import { openDatabase } from '#server/db/client.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp, type SignedIn } from '#tests/support/servers/build-test-app.ts'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { tlsPair } from '#tests/support/servers/tls-pair.ts'
import { getCertificateStatus, readCertificateEnd } from './read-figures.ts'

const folder = mkdtempSync(join(tmpdir(), 'server-status-'))
const distDir = join(folder, 'dist')
mkdirSync(distDir)
writeFileSync(
  join(distDir, 'index.html'),
  '<script src="/assets/every-page-aaaaaaaa.js"></script><script type="module" src="/assets/index-NewBuild.js"></script>',
)
let clock = new Date()
const server = await buildTestApp({
  now: () => clock,
  distDir,
  config: { hasWorker: true, dataDir: folder, backupDir: join(folder, 'unplugged') },
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  clock = new Date()
})

async function readStatus(): Promise<Omit<ServerStatus, 'figures'> & DatabaseFigures> {
  const response = await (await server.signIn('superuser')).inject({ url: serverStatusPath })
  expect(response.statusCode).toBe(200)
  const { figures, ...ofMachine } = serverStatusSchema.parse(response.json())
  if (figures === null) throw new Error('the database does not answer')
  return { ...ofMachine, ...figures }
}

test.each([
  ['a visitor', null, { code: 401, words: '{"code":"signed_out","message":"로그인이 필요합니다."}' }],
  ['a member', 'member', { code: 403, words: '{"code":"not_permitted","message":"이 작업을 할 권한이 없습니다."}' }],
  ['staff', 'staff', { code: 403, words: '{"code":"not_permitted","message":"이 작업을 할 권한이 없습니다."}' }],
  ['a superuser', 'superuser', { code: 200, words: '"database":' }],
] as const)('%s asking for the server status (%s) gets %o', async (_who, account, { code, words }) => {
  const response =
    account === null
      ? await server.app.inject(serverStatusPath)
      : await (await server.signIn(account)).inject({ url: serverStatusPath })
  expect(response.statusCode).toBe(code)
  expect(response.body).toContain(words)
})

test('reports database, disks and slow calls', async () => {
  await server.app.inject('/api/health')
  const { database, disks, slowest, certificate } = await readStatus()
  expect(database).toMatchObject({ version: expect.stringMatching(/^18/), is_full: false })
  expect(database.bytes).toBeGreaterThan(1_000_000)
  expect(database.connections).toBeGreaterThan(0)
  // The backup folder is not plugged in.
  expect(disks).toEqual([{ folder: 'data', free: expect.any(Number), total: expect.any(Number) }])
  expect(slowest.map(({ route }) => route)).toContain('/api/health')
  expect(certificate).toBeNull()
})

describe('the last backup', () => {
  const insertTrail = (detail: unknown, at: Date, subject = 'office.backup') =>
    server.ownerDb
      .insertInto('audit')
      .values({ user_name: '', act: 'backup', subject, at: at.toISOString(), detail: JSON.stringify(detail) })
      .execute()

  test('is reported missing when there is none or it is older than two days; one made by hand counts', async () => {
    expect((await readStatus()).backup).toEqual({
      is_automatic: true,
      last: null,
      missing: 0,
      is_old: true,
      failure: null,
    })
    await insertTrail({ rows: 7 }, new Date(clock.getTime() - 2 * dayMs + 60_000))
    await insertTrail({ failed: true }, clock, 'failed.backup')
    expect((await readStatus()).backup).toMatchObject({ last: { file: 'office.backup' }, is_old: false })
    clock = new Date(clock.getTime() + 120_000)
    expect((await readStatus()).backup).toMatchObject({ last: { file: 'office.backup' }, is_old: true })
  })

  const run = (startedAt: Date, outcome: { error: string | null; file: string | null; host?: string }) =>
    server.db
      .insertInto('backup_run')
      .values({
        id: newId(),
        started_at: startedAt.toISOString(),
        ended_at: startedAt.toISOString(),
        host: 'here',
        bytes: null,
        sha256: null,
        rows: null,
        ...outcome,
      })
      .execute()

  test('shows the reason of a failed backup until one succeeds', async () => {
    await run(new Date(clock.getTime() - 60_000), { error: '백업 폴더(BACKUP_DIR)가 없습니다.', file: null })
    expect((await readStatus()).backup.failure).toMatchObject({ message: '백업 폴더(BACKUP_DIR)가 없습니다.' })
    await run(clock, { error: null, file: 'office.backup' })
    expect((await readStatus()).backup.failure).toBeNull()
  })

  test('is looked for in the folder of the machine that made it, if the folder exists', async () => {
    const createBackup = (days: number, host = hostname()) => {
      const at = new Date(clock.getTime() - days * dayMs)
      return run(at, { error: null, file: makeBackupName(at), host })
    }
    await Promise.all([
      createBackup(0),
      createBackup(1),
      createBackup(2),
      createBackup(2, 'elsewhere'),
      createBackup(8),
    ])
    expect((await readStatus()).backup.missing).toBe(0)
    mkdirSync(join(folder, 'unplugged'))
    writeFileSync(join(folder, 'unplugged', makeBackupName(clock)), '')
    expect((await readStatus()).backup.missing).toBe(2)
    rmSync(join(folder, 'unplugged'), { recursive: true })
  })
})

describe('while the database is unreachable', () => {
  test('shows machine data only to superusers whom the database confirmed within the hour', async () => {
    const proxy = await createFaultyProxy(server.databaseUrl)
    const db = openDatabase({ url: proxy.url, maxConnections: 2 })
    const app = await buildApp({ ...server.deps, db }, { distDir })
    const fetchStatus = (person: SignedIn, url = serverStatusPath) =>
      app.inject({ url, headers: { authorization: `Bearer ${person.accessToken}` } })
    const [known, unknown, staff] = [
      await server.signIn('superuser'),
      await server.signIn('superuser'),
      await server.signIn('staff'),
    ]
    expect((await fetchStatus(known, '/api/mysql/realestate/unique_fields/')).statusCode).toBe(200)
    expect((await fetchStatus(staff)).statusCode).toBe(403)
    await proxy.setMode('refuse')
    const { figures, disks } = serverStatusSchema.parse((await fetchStatus(known)).json())
    expect([figures, disks.length]).toEqual([null, 1])
    for (const person of [unknown, staff])
      expect((await fetchStatus(person)).json()).toMatchObject({ code: 'unavailable' })
    expect((await fetchStatus(known, '/api/mysql/user/')).statusCode).toBe(503)
    clock = new Date(clock.getTime() + 3_600_001)
    expect((await fetchStatus(known)).statusCode).toBe(503)
    await app.close()
    await db.destroy()
    await proxy.close()
  })
})

test('lists devices on an old build with their owner until they report the current one', async () => {
  const staff = await server.signIn('staff', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/156.0.0.0 Safari/537.36')
  const use = (build: string) =>
    staff.inject({ url: '/api/mysql/realestate/list/', headers: { [appBuildHeader]: build } })
  const readOutdated = async () => (await readStatus()).devices.outdated
  expect(await readOutdated()).toEqual([])
  await use('OldBuild')
  await expect
    .poll(readOutdated)
    .toMatchObject([{ user_name: staff.user.nickname, device: 'Windows · Chrome', build: 'OldBuild' }])
  await use('<script>')
  await use('NewBuild')
  await expect.poll(readOutdated).toEqual([])
})

test('reports processes by their heartbeats and counts waiting and failed work', async () => {
  const insertWorker = (pid: number, silentMs: number) =>
    server.db
      .insertInto('task_worker')
      .values({
        id: newId(),
        host: 'office',
        pid,
        version: '0.1.0',
        started_at: clock.toISOString(),
        seen_at: new Date(clock.getTime() - silentMs).toISOString(),
        places: 1,
        doing: '[]',
        done: 0,
        failed: 0,
      })
      .execute()
  await insertWorker(1_000_001, 5000)
  await insertWorker(1_000_002, 60_000)
  const { user } = await server.signIn('staff')
  const { id: userId } = await server.db
    .selectFrom('app_user')
    .select('id')
    .where('nickname', '=', user.nickname)
    .executeTakeFirstOrThrow()
  const insertTask = (state: 'pending' | 'failed', agoMs: number) =>
    server.db
      .insertInto('download_task')
      .values({
        id: newId(),
        user_id: userId,
        kind: 'of an earlier version',
        input: '{}',
        status: state,
        requested_at: new Date(clock.getTime() - agoMs).toISOString(),
      })
      .execute()
  await insertTask('failed', 60_000)
  await insertTask('failed', 2 * dayMs)
  await insertTask('pending', 30_000)
  const { processes, queue } = await readStatus()
  const found = processes.filter(({ pid }) => pid > 1_000_000).map(({ pid, is_alive: isAlive }) => ({ pid, isAlive }))
  expect(found).toEqual([
    { pid: 1_000_001, isAlive: true },
    { pid: 1_000_002, isAlive: false },
  ])
  expect(processes).toContainEqual(expect.objectContaining({ pid: process.pid, is_alive: true }))
  expect(queue).toMatchObject({ waiting: 1, failed: 1, waiting_since: expect.any(String) })
})

test('reports the expiry of the served certificate', () => {
  const [certPath, keyPath] = [join(folder, 'office.crt'), join(folder, 'office.pem')]
  writeFileSync(certPath, tlsPair.cert)
  writeFileSync(keyPath, tlsPair.key)
  const end = readCertificateEnd({ ...server.deps.config, tls: { certPath, keyPath } })
  expect(getCertificateStatus(end, new Date('2126-10-19T10:00:00Z'))).toEqual({
    ends_at: '2126-10-29T09:38:07.000Z',
    days_left: 9,
  })
})
