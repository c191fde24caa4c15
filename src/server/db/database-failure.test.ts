import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { openDatabase } from './client.ts'
import { classifyDatabaseError, findErrorCode, isFromDatabase } from './database-failure.ts'

// All errors here come from a real PostgreSQL.

const { ownerUrl: url, drop } = await createTestDatabase()
const open: pg.Client[] = []
const cleanUp: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const runStep of cleanUp.splice(0)) await runStep()
  for (const client of open.splice(0)) await client.end().catch(() => undefined)
})
afterAll(drop)

async function connect(
  change: Partial<Record<'username' | 'password' | 'pathname' | 'port' | 'hostname' | 'search', string>> = {},
) {
  const client = new pg.Client(Object.assign(new URL(url), change).href)
  client.on('error', () => undefined)
  await client.connect()
  open.push(client)
  return client
}

/** A separate role for tests of refused logins. */
async function makeRole(traits: string): Promise<{ username: string; password: string }> {
  const username = `role_${randomBytes(4).toString('hex')}`
  const admin = await connect()
  await admin.query(`create role ${username} ${traits} password 'right'`)
  cleanUp.push(() => admin.query(`drop role ${username}`))
  return { username, password: 'right' }
}

async function makeTable(client: pg.Client): Promise<string> {
  const name = `t_${randomBytes(4).toString('hex')}`
  await client.query(`create table ${name} (id int primary key, n int); insert into ${name} values (1, 1), (2, 2)`)
  return name
}

/** The error of a connection that another connection terminates. */
async function captureError(runStep: (pid: number, other: pg.Client) => Promise<unknown>): Promise<unknown> {
  const [client, other] = [await connect(), await connect()]
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sleeping = client.query('select pg_sleep(60)')
  sleeping.catch(() => undefined)
  const isAsleep = `select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'`
  await vi.waitUntil(async () => (await other.query(isAsleep, [rows[0]?.pid])).rowCount === 1, { timeout: 30_000 })
  await runStep(rows[0]?.pid ?? 0, other)
  return await sleeping
}

const failures: [string, string, () => Promise<unknown>][] = [
  ['the port is closed', 'ECONNREFUSED', () => connect({ port: '1' })],
  ['the host name is unknown', 'ENOTFOUND|EAI_AGAIN', () => connect({ hostname: 'no-such-database.invalid' })],
  ['it speaks no TLS', '', () => connect({ search: '?sslmode=require' })],
  ['the password was changed', '28P01', async () => connect({ ...(await makeRole('login')), password: 'wrong' })],
  ['the role may no longer log in', '28000', async () => connect(await makeRole('nologin'))],
  ['the database was dropped', '3D000', () => connect({ pathname: '/dropped_long_ago' })],
  [
    'there are too many connections',
    '53300',
    async () => {
      const role = await makeRole('login connection limit 1')
      const first = await connect(role)
      cleanUp.unshift(() => first.end())
      await connect(role)
    },
  ],
  [
    'the backend is terminated',
    '57P01',
    () => captureError((pid, other) => other.query('select pg_terminate_backend($1)', [pid])),
  ],
  [
    'a statement is cancelled',
    '57014',
    () => captureError((pid, other) => other.query('select pg_cancel_backend($1)', [pid])),
  ],
  [
    'a statement takes too long',
    '57014',
    async () => (await connect()).query('set statement_timeout = 50; select pg_sleep(60)'),
  ],
  [
    'a lock times out',
    '55P03',
    async () => {
      const [holder, other] = [await connect(), await connect()]
      const table = await makeTable(holder)
      await holder.query(`begin; lock table ${table}`)
      await other.query(`set lock_timeout = 50; select * from ${table}`)
    },
  ],
  [
    'a transaction was idle too long',
    '25P03',
    async () => {
      const client = await connect()
      const failed = new Promise((_, fail) => client.once('error', fail))
      failed.catch(() => undefined)
      await client.query('set idle_in_transaction_session_timeout = 50; begin')
      await failed
    },
  ],
  [
    'it became a read-only standby',
    '25006',
    async () => {
      const client = await connect()
      const table = await makeTable(client)
      await client.query('set default_transaction_read_only = on')
      await client.query(`insert into ${table} values (3, 3)`)
    },
  ],
  [
    'two transactions cannot be serialized',
    '40001',
    async () => {
      const [connection, other] = [await connect(), await connect()]
      const table = await makeTable(connection)
      for (const client of [connection, other])
        await client.query(`begin isolation level repeatable read; select * from ${table}`)
      await connection.query(`update ${table} set n = 5; commit`)
      await other.query(`update ${table} set n = 6`)
    },
  ],
  [
    'two transactions deadlock',
    '40P01',
    async () => {
      const [connection, other] = [await connect(), await connect()]
      const table = await makeTable(connection)
      await connection.query(`begin; update ${table} set n = 5 where id = 1`)
      await other.query(`begin; update ${table} set n = 5 where id = 2`)
      await Promise.all([
        connection.query(`update ${table} set n = 6 where id = 2`),
        other.query(`update ${table} set n = 6 where id = 1`),
      ])
    },
  ],
  [
    'the connection breaks during a statement',
    '(ECONNRESET|EPIPE)?',
    async () => {
      const proxy = await createFaultyProxy(url)
      cleanUp.push(() => proxy.close())
      const client = await connect({ port: new URL(proxy.url).port })
      const sleeping = client.query('select pg_sleep(60)')
      setTimeout(() => proxy.reset(), 50)
      await sleeping
    },
  ],
  [
    'the connection stops responding',
    '',
    async () => {
      const proxy = await createFaultyProxy(url)
      cleanUp.push(() => proxy.close())
      const db = openDatabase({ url: proxy.url, maxConnections: 1 })
      cleanUp.push(() => db.destroy())
      await proxy.setMode('swallow')
      await db.selectFrom('meta').selectAll().execute()
    },
  ],
  [
    'all connections of the pool are in use',
    '',
    async () => {
      const pool = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: 50 })
      const lent = await pool.connect()
      cleanUp.push(async () => {
        lent.release()
        await pool.end()
      })
      await pool.query('select 1')
    },
  ],
  [
    'a connection is used after it was lost',
    '',
    async () => {
      const [client, other] = [await connect(), await connect()]
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const ended = new Promise((done) => client.once('end', () => done(undefined)))
      await other.query(
        'select pg_terminate_backend($1)',
        rows.map(({ pid }) => pid),
      )
      await ended
      await client.query('select 1')
    },
  ],
]

test.each(failures)('%s: the database is unreachable', async (_, code, runStep) => {
  const error: unknown = await runStep().then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(findErrorCode(error)).toMatch(new RegExp(`^(?:${code})$`))
  expect(classifyDatabaseError(error)).toBe('unavailable')
  expect(classifyDatabaseError(new Error('while doing something', { cause: error }))).toBe('unavailable')
})

describe('errors that do not mean database trouble', () => {
  test.each([
    ['a duplicate key', `insert into meta select * from meta`],
    ['text for a number', `select 'word'::int`],
    ['a missing table', `select * from nowhere`],
    ['a missing privilege', `set role pg_monitor; select * from audit`],
    ['a division by zero', `select 1 / 0`],
  ])('%s is a bug or a refusal, not an outage', async (_, statement) => {
    const client = await connect()
    const error: unknown = await client.query(statement).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Error)
    expect(isFromDatabase(error)).toBe(true)
    expect(classifyDatabaseError(error)).toBeUndefined()
  })

  test('a mistake in our own code or a missing file is not database trouble', () => {
    expect(classifyDatabaseError(new TypeError('undefined is not a function'))).toBeUndefined()
    expect(classifyDatabaseError(Object.assign(new Error('no such file'), { code: 'ENOENT' }))).toBeUndefined()
    expect(classifyDatabaseError('thrown text')).toBeUndefined()
    expect(classifyDatabaseError(undefined)).toBeUndefined()
  })
})

test('a full disk under one of our own files is reported as "full"', () => {
  // A Linux device on which every write fails as on a full disk.
  const error = catchError(() => writeFileSync('/dev/full', 'x'))
  expect(classifyDatabaseError(error)).toBe('full')
  expect(isFromDatabase(error)).toBe(false)
})

function catchError(runStep: () => void): unknown {
  try {
    runStep()
    return undefined
  } catch (error) {
    return error
  }
}
