import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { healthSchema } from '#contract/admin/server-status.ts'
import { tokensSchema } from '#contract/session/session.ts'
import { buildJsonPost, signInByCalls } from '#tests/support/people/sign-in-calls.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/processes/spawn-server.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { readRunningOwnerUrl } from './postgres/embedded.ts'
import { readProcessIdentity } from './postgres/process-identity.ts'

const folder = mkdtempSync(join(tmpdir(), 'server main '))
// PostgreSQL's own account needs access; cluster.test.ts covers folders without it.
chmodSync(folder, 0o711)
const dataDir = join(folder, 'data with spaces')
const spawned: SpawnedServer[] = []

// Each test starts whole servers, which is slow on a busy machine.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

afterEach(async () => {
  for (const server of spawned.splice(0)) {
    server.child.kill('SIGTERM')
    await server.ended
  }
})
afterAll(() => rmSync(folder, { recursive: true }))

function serve(env: Record<string, string> = {}): SpawnedServer {
  const server = spawnServer({ DATA_DIR: dataDir, ...env })
  spawned.push(server)
  return server
}

async function readPostmasterPid(): Promise<number> {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

describe('the embedded database', () => {
  test('is created by a first start, with a password only its owner can read', async () => {
    const server = serve()
    const signInResponse = await fetch(`${await server.origin}/api/health`)
    expect(healthSchema.parse(await signInResponse.json())).toEqual({ status: 'ok' })
    expect((await fetch(`${await server.origin}/api/health/ready`)).status).toBe(200)
    expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600)
    const client = new pg.Client(readRunningOwnerUrl(dataDir))
    await client.connect()
    const { rows } =
      await client.query(`select current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
      current_setting('listen_addresses') as addresses, exists (select from pg_collation where collname = 'ko-x-icu') as ko`)
    await client.end()
    expect(rows).toEqual([{ checksums: 'on', fsync: 'on', addresses: '127.0.0.1', ko: true }])
  })

  test('refuses a second server on the same folder with one clear line', async () => {
    const first = serve()
    await first.origin
    const second = serve()
    expect(await second.ended).toBe(1)
    expect(second.output().trim().split('\n')).toEqual([
      expect.stringContaining(`다른 서버(프로세스 ${first.child.pid})가 이 데이터 폴더`),
    ])
    expect((await fetch(`${await first.origin}/api/health`)).status).toBe(200)
  })

  test('keeps every row after kill -9, stops the left-over PostgreSQL and serves', async () => {
    const first = serve()
    await first.origin
    const client = new pg.Client(readRunningOwnerUrl(dataDir))
    client.on('error', () => undefined)
    await client.connect()
    await client.query(`insert into audit (user_name, act) values ('남은 행', 'read')`)
    const orphan = await readPostmasterPid()
    first.child.kill('SIGKILL')
    await first.ended
    expect(readProcessIdentity(orphan)).toBeDefined()

    const next = serve()
    expect((await fetch(`${await next.origin}/api/health/ready`)).status).toBe(200)
    expect(readProcessIdentity(orphan)).toBeUndefined()
    const reader = new pg.Client(readRunningOwnerUrl(dataDir))
    await reader.connect()
    const { rows } = await reader.query(`select user_name from audit where user_name = '남은 행'`)
    await reader.end()
    await client.end()
    expect(rows).toHaveLength(1)
  })

  test('is restarted with a notice when PostgreSQL dies under the server', async () => {
    const server = serve()
    const origin = await server.origin
    const died = await readPostmasterPid()
    process.kill(died, 'SIGKILL')
    await expect.poll(() => server.output(), { timeout: 60_000 }).toContain('내장 PostgreSQL이 다시 시작되었습니다.')
    expect(server.output()).toContain('내장 PostgreSQL이 예기치 않게 종료되었습니다')
    expect(await readPostmasterPid()).not.toBe(died)
    const isReady = async () => (await fetch(`${origin}/api/health/ready`)).status
    await expect.poll(isReady, { timeout: 30_000 }).toBe(200)
    expect(server.child.exitCode).toBeNull()
  })

  test('never removes files that are not a database', async () => {
    const strange = join(folder, 'strange')
    mkdirSync(join(strange, 'postgres'), { recursive: true })
    writeFileSync(join(strange, 'postgres', 'memo.txt'), '지우지 마세요')
    const server = serve({ DATA_DIR: strange })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('PostgreSQL 데이터가 아닌 파일이 있습니다')
    expect(readFileSync(join(strange, 'postgres', 'memo.txt'), 'utf8')).toBe('지우지 마세요')
  })

  test('refuses data of another PostgreSQL major version in one line', async () => {
    const other = join(folder, 'other major')
    await serve().origin
    for (const server of spawned.splice(0)) {
      server.child.kill('SIGTERM')
      await server.ended
    }
    cpSync(dataDir, other, { recursive: true })
    writeFileSync(join(other, 'postgres', 'PG_VERSION'), '17\n')
    const server = serve({ DATA_DIR: other })
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('PostgreSQL 17의 것이고 이 프로그램은 PostgreSQL 18을')
    expect(server.output().trim().split('\n')).toHaveLength(1)
  })
})

describe('shutdown', () => {
  let databaseUrl: string
  let drop: () => Promise<void>
  beforeAll(async () => {
    const database = await createTestDatabase()
    databaseUrl = database.url
    drop = database.drop
  })
  afterAll(() => drop())

  test('finishes a running request on SIGTERM, accepts no new one, and exits with 0', async () => {
    const server = serve({ DATABASE_URL: databaseUrl })
    const origin = await server.origin
    const tableLock = await holdTable(databaseUrl, 'session_token')
    const running = signIn(origin)
    await tableLock.waiting()
    server.child.kill('SIGTERM')
    await expect.poll(() => isListening(Number(new URL(origin).port))).toBe(false)
    await tableLock.release()
    const signInResponse = await running
    expect(signInResponse.status).toBe(200)
    expect(signInResponse.headers.get('connection')).toBe('close')
    expect(await server.ended).toBe(0)
  })

  test('does not wait for an open event stream', async () => {
    const server = serve({ DATABASE_URL: databaseUrl })
    const origin = await server.origin
    const tokens = tokensSchema.parse(await (await signIn(origin)).json())
    const events = await fetch(`${origin}/api/sync/events`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    })
    expect(events.headers.get('content-type')).toContain('text/event-stream')
    const requestedAt = Date.now()
    server.child.kill('SIGTERM')
    await events.text()
    expect(await server.ended).toBe(0)
    // Well below the ten seconds after which connections are cut.
    expect(Date.now() - requestedAt).toBeLessThan(8000)
  })

  test('treats one Ctrl+C that arrives several times as a drain', async () => {
    const server = serve({ DATABASE_URL: databaseUrl })
    await server.origin
    server.child.kill('SIGINT')
    await delay(5)
    server.child.kill('SIGINT')
    expect(await server.ended).toBe(0)
  })
})

describe('a failed start', () => {
  test('prints one readable line for a wrong variable', async () => {
    const server = serve({ PORT: 'eighty' })
    expect(await server.ended).toBe(1)
    expect(server.output().trim()).toBe('환경 변수 PORT="eighty": 0에서 65535 사이의 정수여야 합니다.')
  })

  test('prints one readable line for a taken port and closes the database', async () => {
    const first = serve()
    const port = new URL(await first.origin).port
    const second = serve({ PORT: port, DATA_DIR: join(folder, 'second') })
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`127.0.0.1:${port}: 다른 프로그램이 이미 이 포트를 사용하고 있습니다.`)
    expect((await fetch(`${await serve({ DATA_DIR: join(folder, 'second') }).origin}/api/health`)).status).toBe(200)
  })
})

/** A complete staff sign-in through the local provider. */
async function signIn(origin: string): Promise<Response> {
  return await fetch(`${origin}/oauth/callback/kakao`, buildJsonPost(await signInByCalls(origin, 'staff')))
}

/** Locks a table, so that a request which needs it runs as long as the test wants. */
async function holdTable(url: string, table: string) {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`begin; lock table ${table} in access exclusive mode`)
  // Limited to this database, because other test files wait for locks on the same cluster.
  const blocked = `select count(*)::int as count from pg_locks l join pg_database d on d.oid = l.database
    where not l.granted and d.datname = current_database()`
  return {
    waiting: async () => {
      const count = async () => (await client.query<{ count: number }>(blocked)).rows[0]?.count ?? 0
      await expect.poll(count, { timeout: 5000 }).toBeGreaterThan(0)
    },
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}
