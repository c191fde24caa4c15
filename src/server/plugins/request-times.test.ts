import { setTimeout as delay } from 'node:timers/promises'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { App } from '#server/deps.ts'
import { newId } from '#server/new-id.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { createRequestTimes, registerRequestTimes } from './request-times.ts'

const lines: string[] = []
const server = await buildTestApp({ config: { logLevel: 'info' }, logTo: { write: (line) => void lines.push(line) } })
afterAll(server.close)

const lineSchema = z.looseObject({ reqId: z.string(), msg: z.string() })

test('names every request in its response and its log line', async () => {
  for (const url of ['/api/health', '/api/no-such-thing', '/']) {
    lines.length = 0
    const { headers, statusCode: status } = await server.app.inject({ url, headers: { 'x-request-id': 'mine' } })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
    const reported = lines.map((line) => lineSchema.parse(JSON.parse(line))).filter(({ msg }) => msg === 'answered')
    expect(reported, url).toMatchObject([
      { reqId: headers['x-request-id'], method: 'GET', status, ms: expect.any(Number) },
    ])
  }
  const broken = await server.app.inject('/api/%E0%A4%A')
  expect(broken.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})

test('logs the template of a path, and nothing of the query, the body or the user', async () => {
  lines.length = 0
  const staff = await server.signIn('staff')
  const id = newId()
  const secret = '김가온900101-1234567'
  await staff.inject({ url: `/api/mysql/realestate/list/?search=${encodeURIComponent(secret)}` })
  await staff.inject({ method: 'PUT', url: '/api/mysql/realestate/list/', payload: { id, memo: secret } })
  // A refused user is named by id only; their address is in the trail.
  expect((await staff.inject({ url: '/api/server_status' })).statusCode).toBe(403)
  await staff.inject({ method: 'DELETE', url: `/oauth/devices/${id}?why=${encodeURIComponent(secret)}` })
  await server.app.inject({ url: `/api/${encodeURIComponent(secret)}`, headers: { 'user-agent': secret } })
  const log = lines.join('')
  expect(log).toContain('"route":"/api/mysql/realestate/list/"')
  for (const part of [
    secret,
    encodeURIComponent(secret),
    '900101',
    id,
    staff.accessToken,
    staff.user.nickname,
    '127.0.0.1',
  ])
    expect(log).not.toContain(part)
})

test('lists the slowest routes of the last hour first and forgets older ones', async () => {
  let now = 0
  const app = Fastify() as unknown as App
  const times = createRequestTimes(() => now)
  registerRequestTimes(app, { requestTimes: times })
  app.get('/slow/:id', async () => await delay(60, 'ok'))
  app.get('/quick', () => 'ok')
  app.get('/endless', { config: { isEndless: true } }, () => 'ok')
  for (const url of ['/quick', '/slow/1', '/quick', '/slow/2', '/endless', '/nowhere/at/all']) await app.inject(url)
  const [slowest, ...others] = times.listSlowest(10)
  expect(slowest).toMatchObject({ method: 'GET', route: '/slow/:id', count: 2 })
  expect(slowest?.p95Ms).toBeGreaterThan(50)
  // Two responses of 60 ms must not be reported as nearly 100 ms, where the bucket ends.
  const longest = times.listAll().find(({ route }) => route === '/slow/:id')?.max ?? 0
  expect(slowest?.p95Ms).toBeLessThanOrEqual(longest * 1000)
  expect(others.map(({ route, count }) => ({ route, count }))).toEqual(
    expect.arrayContaining([
      { route: '/quick', count: 2 },
      { route: '(없음)', count: 1 },
    ]),
  )
  expect(times.listSlowest(10)).toHaveLength(3)
  now += 3_500_000
  expect(times.listSlowest(1)).toHaveLength(1)
  now += 400_000
  expect(times.listSlowest(10)).toEqual([])
  expect(times.listAll().find(({ route }) => route === '/slow/:id')).toMatchObject({ statuses: new Map([[200, 2]]) })
  await app.close()
})
