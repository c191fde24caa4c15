import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkBackup } from '#server/backup/read-backup.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { newId } from '#server/new-id.ts'
import { migrate } from '#server/schema/migrate.ts'
import { spawnServer } from '#tests/support/processes/spawn-server.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { buildInnerPath, buildSmallDiskCommand } from '#tests/support/servers/small-disk.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'

const folder = mkdtempSync(join(tmpdir(), 'backup command '))
chmodSync(folder, 0o711)
const at = (name: string) => join(folder, name)
const keyFile = at('office.key')
const sealedFile = at('sealed.backup')

// Starts whole processes, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let database: TestDatabase
let office: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  office = await buildTestApp({ database })
  const { loadDemoUsers } = await import('../session/demo-users.ts')
  await loadDemoUsers(database.db)
})
afterAll(async () => {
  await office.close()
  await database.drop()
  rmSync(folder, { recursive: true })
})

function run(name: 'backup' | 'restore', args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, `${name}.ts`), ...args], {
    env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  return new Promise<{ code: number | null; output: string }>((done) =>
    child.once('close', (code) => done({ code, output })),
  )
}

async function readTrail(place: TestDatabase, act: string) {
  return await place.ownerDb.selectFrom('audit').selectAll().where('act', '=', act).orderBy('seq').execute()
}

describe('a key', () => {
  test('is made by a command that prints its fingerprint only', async () => {
    const { code, output } = await run('backup', ['--new-key', keyFile])
    expect([code, statSync(keyFile).mode & 0o777]).toEqual([0, 0o600])
    expect(output).toMatch(/백업 키를 만들었습니다: .*office\.key \(지문 [\da-f]{16}\)/)
    expect(output).not.toContain(readFileSync(keyFile, 'utf8').trim())
  })

  test('that is invalid stops a backup, so that nothing is written unencrypted by mistake', async () => {
    writeFileSync(at('bad.key'), 'geheim')
    for (const bad of ['bad.key', 'none.key']) {
      const { code, output } = await run('backup', [at('never.backup')], { BACKUP_KEY_FILE: at(bad) })
      expect([code, existsSync(at('never.backup'))]).toEqual([1, false])
      expect(output.trim().split('\n')).toEqual([expect.stringContaining('백업 키 파일(BACKUP_KEY_FILE)')])
      expect(output).not.toContain('geheim')
    }
  })
})

describe('a backup', () => {
  test('with a key is encrypted, readable by its owner only, and logged without its folder', async () => {
    const { code, output } = await run('backup', [sealedFile], { BACKUP_KEY_FILE: keyFile })
    expect([code, output]).toEqual([0, expect.stringMatching(/백업을 마쳤습니다: .*암호화함, 키 지문 [\da-f]{16}/)])
    expect(readFileSync(sealedFile, 'latin1')).toMatch(/^ongyeol-office-sealed-backup 1\n/)
    expect(statSync(sealedFile).mode & 0o777).toBe(0o600)
    const [row] = await readTrail(database, 'backup')
    expect(row).toMatchObject({ user_id: null, user_name: '운영자(명령)', address: null, subject: 'sealed.backup' })
    expect(row?.detail).toMatchObject({
      sealed: true,
      rows: expect.any(Number),
      request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    })
    expect(JSON.stringify(row)).not.toContain(folder)
  })

  test('without a key warns that everything in it can be read', async () => {
    const { code, output } = await run('backup', [at('plain.backup')])
    expect([code, output]).toEqual([0, expect.stringContaining('BACKUP_KEY_FILE을 정하면 암호화됩니다')])
    expect((await readTrail(database, 'backup')).at(-1)?.detail).toMatchObject({ sealed: false })
  })

  test('that fails is logged under the printed number and leaves no file', async () => {
    const { code, output } = await run('backup', [join(folder, 'no such folder', 'office.backup')], {
      BACKUP_KEY_FILE: keyFile,
    })
    const number = /\(요청 번호 ([\da-f-]{36})\)/.exec(output)?.[1]
    expect([code, output.trim().split('\n').length]).toEqual([1, 1])
    expect((await readTrail(database, 'backup')).at(-1)).toMatchObject({
      subject: 'office.backup',
      detail: { failed: true, request_id: number },
    })
    expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([])
  })
})

describe('refuses a restore before anything is opened or created', () => {
  const corruptFile = () => {
    const bytes = readFileSync(sealedFile)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 20) ^ 1, bytes.length - 20)
    return bytes
  }
  const cases: ReadonlyArray<[string, () => { file: Buffer; key?: string }, string]> = [
    ['without the key', () => ({ file: readFileSync(sealedFile) }), '암호화된 백업입니다'],
    ['with another key', () => ({ file: readFileSync(sealedFile), key: at('another.key') }), '다른 키로 암호화된 백업'],
    ['from a file that was cut', () => ({ file: readFileSync(sealedFile).subarray(0, -1), key: keyFile }), '잘렸거나'],
    ['from a file that was changed', () => ({ file: corruptFile(), key: keyFile }), '잘렸거나 바뀌었습니다'],
    ['from a plain file that was cut', () => ({ file: readFileSync(at('plain.backup')).subarray(0, -9) }), '백업 파일'],
  ]

  test.each(cases)('%s', async (_case, commandArgs, line) => {
    if (!existsSync(at('another.key'))) await run('backup', ['--new-key', at('another.key')])
    const { file, key } = commandArgs()
    writeFileSync(at('spoilt.backup'), file)
    const dataDir = at('never made')
    const env = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: dataDir, ...(key && { BACKUP_KEY_FILE: key }) }
    const { code, output } = await run('restore', [at('spoilt.backup')], env)
    expect([code, output]).toEqual([1, expect.stringContaining(line)])
    expect(output.trim().split('\n')).toHaveLength(1)
    const checked = await run('restore', ['--check', at('spoilt.backup')], env)
    expect([checked.code, checked.output]).toEqual([1, expect.stringContaining(line)])
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('a restore', () => {
  test('into a new data folder works after a refused attempt and ends every session', async () => {
    const staff = await office.signIn('staff')
    await run('backup', [sealedFile], { BACKUP_KEY_FILE: keyFile })
    const dataDir = at('new office')
    const env = { DATABASE_URL: '', DATABASE_OWNER_URL: '', DATA_DIR: dataDir, BACKUP_KEY_FILE: keyFile }
    expect((await run('restore', [at('spoilt.backup')], env)).code).toBe(1)
    const { code, output } = await run('restore', [sealedFile], env)
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/모든 로그인을 끝냈습니다\([\d,]+건\)\. 모두 다시 로그인/),
    ])

    const server = spawnServer(env)
    const origin = await server.origin
    const post = (path: string, body: object) =>
      fetch(`${origin}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const refreshed = await post('/oauth/get_refresh_token/kakao', { refresh_token: staff.refreshToken })
    const response = await fetch(`${origin}/api/sync/changes`, {
      headers: { authorization: `Bearer ${staff.accessToken}` },
    })
    expect([refreshed.status, response.status]).toEqual([401, 401])
    server.child.kill('SIGTERM')
    await server.ended
  })

  test('of an unencrypted file warns about its unknown origin when a key is set', async () => {
    const target = await createTestDatabase({ empty: true })
    const env = { DATABASE_URL: target.url, DATABASE_OWNER_URL: target.ownerUrl, BACKUP_KEY_FILE: keyFile }
    const { code, output } = await run('restore', [at('plain.backup')], env)
    expect([code, output]).toEqual([0, expect.stringContaining('암호화되지 않은 백업입니다')])
    await target.drop()
  })

  test('logs the file name without a folder, and each session as ended by the restore', async () => {
    await office.signIn('superuser')
    const open = await database.db.selectFrom('session').select('id').where('ended_at', 'is', null).execute()
    await writeBackup(database.ownerUrl, { file: at('direct.backup'), now: new Date() })
    const target = await createTestDatabase({ empty: true })
    const report = await restoreBackup(
      target.ownerUrl,
      await checkBackup({ file: at('direct.backup'), key: undefined }),
      'number-7',
    )
    expect(report.sessionsEnded).toBe(open.length)
    expect(open.length).toBeGreaterThan(0)
    const reasons = await target.ownerDb.selectFrom('session').select('ended_why').distinct().execute()
    expect(reasons).toEqual([{ ended_why: 'restored' }])
    for (const table of ['session_token', 'oauth_code'] as const)
      expect(await target.ownerDb.selectFrom(table).selectAll().execute()).toEqual([])
    const [row, ...more] = await readTrail(target, 'restore')
    expect([row, more]).toMatchObject([
      {
        user_name: '운영자(명령)',
        subject: 'direct.backup',
        detail: { request_id: 'number-7', sessions_ended: open.length },
      },
      [],
    ])
    await target.drop()
  })

  test('of a backup from an older version also records why sessions ended', async () => {
    const old = await createTestDatabase({ empty: true })
    await migrate(old.ownerUrl, { upTo: 14 })
    const [user, session] = [newId(), newId()]
    await sql`insert into app_user (id, provider, provider_id, nickname, username) values (${user}, 'kakao', '1', '가', '가')`.execute(
      old.ownerDb,
    )
    await sql`insert into session (id, user_id) values (${session}, ${user})`.execute(old.ownerDb)
    await writeBackup(old.ownerUrl, { file: at('old.backup'), now: new Date() })
    const target = await createTestDatabase({ empty: true })
    await restoreBackup(target.ownerUrl, await checkBackup({ file: at('old.backup'), key: undefined }), 'number-8')
    const { rows } = await sql`select id, ended_why, ended_at is not null as "isEnded" from session`.execute(
      target.ownerDb,
    )
    expect(rows).toEqual([{ id: session, ended_why: 'restored', isEnded: true }])
    await Promise.all([old.drop(), target.drop()])
  })

  test('fails when the file is replaced after the check, and leaves the database empty', async () => {
    const target = await createTestDatabase({ empty: true })
    const file = at('exchanged.backup')
    await writeBackup(database.ownerUrl, { file, now: new Date('2026-11-01T00:00:00Z') })
    const checked = await checkBackup({ file, key: undefined })
    await writeBackup(database.ownerUrl, { file, now: new Date('2026-11-02T00:00:00Z') })
    await expect(restoreBackup(target.ownerUrl, checked, 'number-9')).rejects.toThrow('다른 파일로 바뀌었습니다')
    const tables = `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace`
    expect((await sql.raw<{ count: number }>(tables).execute(target.ownerDb)).rows).toEqual([{ count: 0 }])
    await restoreBackup(target.ownerUrl, await checkBackup({ file, key: undefined }), 'number-10')
    await target.drop()
  })
})

describe('a server with a folder for backups', () => {
  const serve = (env: Record<string, string>, before: string[] = []) =>
    spawnServer(
      { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, BACKUP_KEY_FILE: keyFile, ...env },
      before,
    )
  const readRuns = () => database.db.selectFrom('backup_run').selectAll().orderBy('started_at').execute()
  const pollOptions = { timeout: 60_000, interval: 100 }

  test('does not start without a key to encrypt them', async () => {
    const server = spawnServer({ BACKUP_DIR: folder, DATA_DIR: at('never made') })
    await expect(server.origin).rejects.toThrow('BACKUP_DIR를 적으면 BACKUP_KEY_FILE도 적어 주세요.')
  })

  test('reports a full disk, removes the unfinished file, and keeps earlier backups', async () => {
    const disk = at('small disk')
    mkdirSync(disk)
    await sql`insert into audit (user_name, act, detail) select '', 'read', to_jsonb((select string_agg(gen_random_uuid()::text, '') from generate_series(1, 40000) where n > 0)) from generate_series(1, 3) n`.execute(
      database.ownerDb,
    )
    const server = serve({ BACKUP_DIR: disk }, buildSmallDiskCommand(disk, 1))
    await expect.poll(async () => (await readRuns()).length, pollOptions).toBe(1)
    expect(await readRuns()).toMatchObject([
      { file: null, error: '백업 폴더(BACKUP_DIR)가 있는 디스크에 남은 공간이 없습니다.' },
    ])
    expect(readdirSync(buildInnerPath(server.child.pid ?? 0, disk))).toEqual([])
    expect((await fetch(`${await server.origin}/api/health/ready`)).status).toBe(200)
    server.child.kill('SIGTERM')
    await server.ended
    await database.db.deleteFrom('backup_run').execute()
  })

  test('makes one backup even with two servers, and it can be checked while they run', async () => {
    const backups = at('backups')
    mkdirSync(backups)
    const servers = [serve({ BACKUP_DIR: backups }), serve({ BACKUP_DIR: backups })]
    await Promise.all(servers.map(({ origin }) => origin))
    await expect.poll(async () => (await readRuns()).length, pollOptions).toBe(1)
    const [file = '', ...more] = readdirSync(backups)
    expect([file, more]).toEqual([(await readRuns())[0]?.file, []])
    const { code, output } = await run('restore', ['--check', join(backups, file)], { BACKUP_KEY_FILE: keyFile })
    expect([code, output]).toEqual([0, expect.stringMatching(/복원할 수 있는 백업입니다: .*\(표 \d+개, [\d,]+행, /)])
    const wrong = await run('restore', ['--check', join(backups, file)])
    expect([wrong.code, wrong.output]).toEqual([1, expect.stringContaining('암호화된 백업입니다')])
    for (const server of servers) server.child.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
  })
})
