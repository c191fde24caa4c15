import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contactPath } from '#contract/books/inquiries.ts'
import { problemSchema } from '#contract/problem.ts'
import { type Config, loadConfig } from '#server/config/config.ts'
import { loadDemoUsers } from '#server/session/demo-users.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'

const database = await createTestDatabase()
const server = await buildTestApp({ database })
await loadDemoUsers(database.ownerDb)
afterAll(async () => {
  await server.close()
  await database.drop()
})

// All processes on the database share the counts, including those of earlier tests.
beforeEach(() => database.ownerDb.deleteFrom('rate_count').execute())

const narrow = (rateLimitPerMinute: number, config: Partial<Config> = {}) =>
  buildTestApp({
    config: { ...config, rateLimitPerMinute },
    database,
  })

/** Configuration of a server that other machines can reach. */
const open = loadConfig({ KAKAO_REST_KEY: 'key', PUBLIC_URL: 'https://office.example', LOG_LEVEL: 'silent' })
const headers = { host: 'office.example' }

const health = { method: 'GET', url: '/api/health' } as const

test('counts per person after sign-in, so that an office behind one address is not one client', async () => {
  const office = await narrow(40)
  const [staff, superuser] = [await server.signIn('staff'), await server.signIn('superuser')]
  const call = (person: typeof staff) =>
    office.app.inject({ ...health, headers: { authorization: `Bearer ${person.accessToken}` } })
  const responses = []
  for (let count = 0; count < 41; count += 1) responses.push((await call(staff)).statusCode)
  expect(responses).toEqual([...Array<number>(40).fill(200), 429])
  expect((await call(superuser)).statusCode).toBe(200)
  expect((await office.app.inject(health)).statusCode).toBe(200)
  await office.close()
})

test('counts forged tokens, refused calls and unknown paths for their sender', async () => {
  const office = await narrow(3)
  const tries = [
    { url: '/api/health', headers: { authorization: 'Bearer oga_forged' } },
    { url: '/api/mysql/realestate/list/', headers: {} },
    { url: '/api/nothing-here', headers: {} },
    { url: '/api/health', headers: { authorization: 'Bearer oga_forged' } },
    { url: '/api/mysql/realestate/list/', headers: {} },
    { url: '/nowhere', headers: {} },
  ]
  const responses = []
  for (const request of tries) responses.push((await office.app.inject({ method: 'GET', ...request })).statusCode)
  expect(responses).toEqual([401, 401, 404, 429, 429, 429])
  await office.close()
})

test('counts all addresses of one IPv6 network together, and an IPv4 address in both spellings', async () => {
  const office = await narrow(2, open)
  const fetchStatusFrom = async (remoteAddress: string) =>
    (await office.app.inject({ ...health, headers, remoteAddress })).statusCode
  expect([
    await fetchStatusFrom('2001:db8:1:2::1'),
    await fetchStatusFrom('2001:db8:1:2:ffff::2'),
    await fetchStatusFrom('2001:db8:1:2:3:4:5:6'),
  ]).toEqual([200, 200, 429])
  expect(await fetchStatusFrom('2001:db8:1:3::1')).toBe(200)
  expect([
    await fetchStatusFrom('192.0.2.7'),
    await fetchStatusFrom('::ffff:192.0.2.7'),
    await fetchStatusFrom('192.0.2.7'),
  ]).toEqual([200, 200, 429])
  await office.close()
})

test.each([
  { door: 'sign-in', url: '/oauth/check_token/kakao/', payload: { access_token: 'x' }, most: 10, taken: 200 },
  { door: 'contact', url: contactPath, payload: {}, most: 5, taken: 400 },
])('counts attempts at $door together over two server processes', async ({ url, payload, most, taken }) => {
  const request = { method: 'POST', url, payload, headers } as const
  const shared = await createTestDatabase()
  const processes = [
    await buildTestApp({ config: { ...open, rateLimitPerMinute: 200 }, database: shared }),
    await buildTestApp({ config: { ...open, rateLimitPerMinute: 200 }, database: shared }),
  ]
  const responses = []
  for (let turn = 0; turn < most + 2; turn += 1) {
    const response = await processes[turn % 2]?.app.inject({ ...request, remoteAddress: '192.0.2.1' })
    responses.push(response)
  }
  expect(responses.map((result) => result?.statusCode)).toEqual([...Array<number>(most).fill(taken), 429, 429])
  expect(problemSchema.parse(responses.at(-1)?.json()).code).toBe('too_many_requests')
  expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
  const other = await processes[0]?.app.inject({ ...request, remoteAddress: '192.0.2.2' })
  expect(other?.statusCode).toBe(taken)
  await shared.db.updateTable('rate_count').set({ started_at: '2026-01-01T00:00:00Z' }).execute()
  const later = await processes[1]?.app.inject({ ...request, remoteAddress: '192.0.2.1' })
  expect(later?.statusCode).toBe(taken)
  for (const { close } of processes) await close()
  await shared.drop()
})

test('counts a person’s requests over two server processes, within a fiftieth of the limit', async () => {
  const processes = [await narrow(200), await narrow(200)] as const
  const staff = await server.signIn('staff')
  const authorization = `Bearer ${staff.accessToken}`
  const call = async (at: 0 | 1, times: number) => {
    const { app } = processes[at]
    const all = Array.from(
      { length: times },
      async () => (await app.inject({ ...health, headers: { authorization } })).statusCode,
    )
    return (await Promise.all(all)).filter((status) => status === 200).length
  }
  expect(await call(0, 150)).toBe(150)
  expect(await call(1, 5)).toBe(5)
  await expect.poll(() => call(1, 1), { interval: 1 }).toBe(0)
  const { count } = await database.ownerDb
    .selectFrom('rate_count')
    .select('count')
    .where('key', '=', `all person ${staff.user.id}`)
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThanOrEqual(150)
  await expect.poll(() => call(0, 1), { interval: 1 }).toBe(0)
  for (const { close } of processes) await close()
})

test('counts per process while the database takes no counts, and reports them later', async () => {
  const office = await narrow(20)
  const call = async () => (await office.app.inject({ ...health })).statusCode
  await database.ownerDb.schema.alterTable('rate_count').renameTo('rate_count_away').execute()
  for (let count = 0; count < 20; count += 1) expect(await call()).toBe(200)
  await delay(600)
  expect(await call()).toBe(429)
  await database.ownerDb.schema.alterTable('rate_count_away').renameTo('rate_count').execute()
  const readReported = () =>
    database.ownerDb.selectFrom('rate_count').select('count').where('key', 'like', 'all %').execute()
  await expect.poll(readReported).toEqual([{ count: 21 }])
  await office.close()
})
