import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#server/new-id.ts'
import { maxRowsPerKind } from '#server/trail/write-trail.ts'
import { largeCases } from '#tests/support/runner/test-depth.ts'
import { createUpdateEntry, send } from '#tests/support/servers/batch-calls.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp

beforeEach(async () => {
  server = await buildTestApp()
})
afterEach(() => server.close())

/** Moves the database's clock forward. */
const ageCounts = (minutes: number) =>
  sql`update rate_count set started_at = started_at - make_interval(mins => ${minutes})`.execute(server.ownerDb)

async function readTrail(act: 'proof_refused' | 'not_permitted' | 'session_reuse') {
  return await server.db.selectFrom('audit').selectAll().where('act', '=', act).orderBy('seq').execute()
}

async function sendInvalidTokens(times: number, remoteAddress = '203.0.113.7'): Promise<void> {
  for (let count = 0; count < times; count += 1) {
    const headers = { authorization: `Bearer guess-${count}` }
    const response = await server.app.inject({ method: 'GET', url: '/api/sync/probe?secret=1', headers, remoteAddress })
    expect(response.statusCode).toBe(401)
  }
}

describe('invalid tokens and codes', () => {
  test('leave one trail row for ten from one address, another for a hundred, and none for nine', async () => {
    await sendInvalidTokens(9)
    expect(await readTrail('proof_refused')).toEqual([])
    await sendInvalidTokens(1)
    const [row, ...more] = await readTrail('proof_refused')
    expect([row, more]).toMatchObject([
      {
        user_id: null,
        user_name: '',
        address: '203.0.113.7',
        detail: {
          count: 10,
          since: expect.stringMatching(/^20.*Z$/),
          route: '/api/sync/probe',
          request_id: expect.any(String),
        },
      },
      [],
    ])
    expect(JSON.stringify(row)).not.toMatch(/guess|secret/)
    await sendInvalidTokens(89)
    expect(await readTrail('proof_refused')).toHaveLength(1)
    await sendInvalidTokens(1)
    expect((await readTrail('proof_refused')).map(({ detail }) => detail)).toMatchObject([
      { count: 10 },
      { count: 100 },
    ])
  })

  test('count under any spelling of the sign-in path', async () => {
    const payload = { refresh_token: 'guess' }
    for (let count = 0; count < 10; count += 1) {
      const url = '/%6fauth/get_refresh_token/kakao'
      expect((await server.app.inject({ method: 'POST', url, payload })).statusCode).toBe(401)
    }
    expect(await readTrail('proof_refused')).toHaveLength(1)
  })

  test('are no streak when spread over more than ten minutes, and a new streak is a new row', async () => {
    await sendInvalidTokens(9)
    await ageCounts(10)
    await sendInvalidTokens(9)
    expect(await readTrail('proof_refused')).toEqual([])
    await sendInvalidTokens(1)
    await ageCounts(11)
    await sendInvalidTokens(10)
    expect(await readTrail('proof_refused')).toHaveLength(2)
  })

  test('are counted together, whether access tokens, refresh tokens, codes or introspection', async () => {
    const calls = [
      ['/oauth/callback/kakao', { code: 'x', redirect_uri: 'http://localhost/oauth/callback/kakao' }],
      ['/oauth/get_refresh_token/kakao', { refresh_token: 'x' }],
      ['/oauth/check_token/kakao', { access_token: 'x' }],
      ['/oauth/get_user_info/kakao', { access_token: 'x' }],
    ] as const
    for (const [url, payload] of [...calls, ...calls]) await server.app.inject({ method: 'POST', url, payload })
    expect(await readTrail('proof_refused')).toEqual([])
    await sendInvalidTokens(2, '127.0.0.1')
    expect(await readTrail('proof_refused')).toHaveLength(1)
  })

  test('count for one source even when its IPv6 address changes with every attempt', async () => {
    for (let count = 0; count < 10; count += 1) await sendInvalidTokens(1, `2001:db8:1:2::${count.toString(16)}`)
    expect(await readTrail('proof_refused')).toHaveLength(1)
    await sendInvalidTokens(9, '2001:db8:1:3::1')
    expect(await readTrail('proof_refused')).toHaveLength(1)
  })

  test.each(largeCases('of ten thousand addresses do not fill a table'))('%s', async () => {
    for (let count = 0; count < maxRowsPerKind + 20; count += 1) await sendInvalidTokens(10, `198.51.100.${count}`)
    const written = await readTrail('proof_refused')
    expect(written).toHaveLength(maxRowsPerKind)
    expect(written.filter(({ detail }) => JSON.stringify(detail).includes('last_row'))).toEqual([written.at(-1)])
    await ageCounts(10)
    await sendInvalidTokens(10, '198.51.100.250')
    expect(await readTrail('proof_refused')).toHaveLength(maxRowsPerKind + 1)
  })

  test('are not counted when none was sent', async () => {
    for (let count = 0; count < 20; count += 1)
      expect((await server.app.inject('/api/sync/probe')).statusCode).toBe(401)
    expect(await readTrail('proof_refused')).toEqual([])
  })
})

test('logs an unpermitted request at once by name, but not every attempt', async () => {
  const member = await server.signIn('member')
  const searchAsMember = () => member.inject({ method: 'GET', url: '/api/mysql/realestate/list/?search=홍길동' })
  expect((await searchAsMember()).statusCode).toBe(403)
  const [row, ...more] = await readTrail('not_permitted')
  expect([row, more]).toMatchObject([
    {
      user_id: member.user.id,
      user_name: '박새론',
      address: '127.0.0.1',
      detail: { count: 1, method: 'GET', route: expect.stringMatching(/^\/api\/mysql\/realestate\/list/) },
    },
    [],
  ])
  expect(JSON.stringify(row)).not.toContain('홍길동')
  for (let count = 0; count < 20; count += 1) await searchAsMember()
  expect((await readTrail('not_permitted')).map(({ detail }) => detail)).toMatchObject([{ count: 1 }, { count: 10 }])
})

test('logs an unpermitted part of a batch as well', async () => {
  const staff = await server.signIn('staff')
  const leave = '/api/staff/leave/'
  const leaveRequest = { type: 'annual', startDate: '2026-12-07', endDate: '2026-12-07', reason: '집안일' }
  const id = newId()
  expect((await staff.inject({ method: 'POST', url: leave, payload: { id, ...leaveRequest } })).statusCode).toBe(201)
  const responses = await send(staff, [createUpdateEntry({ id, state: 'approved' }, { path: leave })])
  expect(responses.map(({ status }) => status)).toEqual([403])
  expect(await readTrail('not_permitted')).toMatchObject([
    { user_id: staff.user.id, detail: { count: 1, method: 'POST' } },
  ])
})

test('changes no refusal when the trail cannot be written', async () => {
  const [member, staff] = [await server.signIn('member'), await server.signIn('staff')]
  const refresh = (refresh_token: string) =>
    server.app.inject({ method: 'POST', url: '/oauth/get_refresh_token/kakao', payload: { refresh_token } })
  const second: { refresh_token: string } = (await refresh(staff.refreshToken)).json()
  await refresh(second.refresh_token)
  await sql`revoke insert on audit from office_app`.execute(server.ownerDb)
  expect((await member.inject({ method: 'GET', url: '/api/sync/probe' })).statusCode).toBe(403)
  await sendInvalidTokens(10)
  const reused = await refresh(staff.refreshToken)
  expect(reused.statusCode).toBe(401)
  expect(await readTrail('session_reuse')).toEqual([])
})

test('gives the trail row and the log line the same request id', async () => {
  const lines: string[] = []
  const logging = await buildTestApp({
    config: { logLevel: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  })
  for (let count = 0; count < 10; count += 1)
    await logging.app.inject({ url: '/api/sync/probe', headers: { authorization: 'Bearer guess' } })
  const row = await logging.db
    .selectFrom('audit')
    .select('detail')
    .where('act', '=', 'proof_refused')
    .executeTakeFirst()
  await logging.close()
  const line = lines.find((text) => text.includes('"act":"proof_refused"')) ?? '{}'
  const { reqId } = JSON.parse(line) as { reqId?: string }
  expect(reqId).toEqual(expect.any(String))
  expect(row?.detail).toMatchObject({ request_id: reqId })
})
