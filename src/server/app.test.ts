import { connect, createServer, type Socket } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { healthSchema } from '#contract/health.ts'
import { problemSchema } from '#contract/problem.ts'
import { openDatabase } from './db/client.ts'
import { buildApp } from './app.ts'
import { buildTestApp } from '../../tests/support/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

const signInCall = {
  method: 'POST',
  url: '/oauth/callback/kakao',
  headers: { 'content-type': 'application/json' },
} as const

describe('health', () => {
  test('a standing server says so, with the version of its schema', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/health' })
    expect(answer.statusCode).toBe(200)
    const health = healthSchema.parse(answer.json())
    expect(health).toMatchObject({ status: 'ok', database: { ok: true } })
    expect(health.schema_version).toBeGreaterThan(0)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('a path answers with and without its trailing slash', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/health/' })
    expect(answer.statusCode).toBe(200)
  })
})

describe('bad requests', () => {
  test('an unknown path of the API is refused in Korean', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/no-such-thing' })
    expect(answer.statusCode).toBe(404)
    expect(problemSchema.parse(answer.json())).toEqual({
      code: 'not_found',
      message: '요청하신 자료를 찾을 수 없습니다.',
    })
  })

  test('a broken URL is refused and not a bug', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/%E0%A4%A' })
    expect(answer.statusCode).toBe(400)
    expect(problemSchema.parse(answer.json()).code).toBe('invalid_request')
  })

  test('JSON that is no JSON, or nothing at all, is refused and not a bug', async () => {
    for (const payload of ['{"code":', 'null,', '']) {
      const answer = await server.app.inject({ ...signInCall, payload })
      expect(answer.statusCode, payload).toBe(400)
      expect(problemSchema.parse(answer.json()).code).toBe('invalid_request')
    }
  })

  test('a wrong type is named by its field, in Korean', async () => {
    const answer = await server.app.inject({
      ...signInCall,
      payload: JSON.stringify({ code: 7, redirect_uri: 'x', surprise: 1 }),
    })
    expect(answer.statusCode).toBe(400)
    const { fields } = problemSchema.parse(answer.json())
    expect(fields).toMatchObject({ code: expect.stringMatching(/[가-힣]/), surprise: '알 수 없는 항목입니다.' })
  })

  test('keys that would reach into the prototype are refused', async () => {
    const answer = await server.app.inject({
      ...signInCall,
      payload: '{"__proto__":{"isStaff":true},"code":"x","redirect_uri":"x"}',
    })
    expect(answer.statusCode).toBe(400)
  })

  test('a body that is too large is refused before it is read', async () => {
    const answer = await server.app.inject({ ...signInCall, payload: JSON.stringify({ code: 'x'.repeat(2_000_000) }) })
    expect(answer.statusCode).toBe(413)
    expect(problemSchema.parse(answer.json()).code).toBe('too_large')
  })

  test('another kind of body is refused', async () => {
    const answer = await server.app.inject({
      ...signInCall,
      headers: { 'content-type': 'text/plain' },
      payload: 'code=x',
    })
    expect(answer.statusCode).toBe(415)
    expect(problemSchema.parse(answer.json()).code).toBe('unsupported_media_type')
  })

  test('a missing file is not answered with the app', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/assets/gone-12345678.js' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('<html')
  })
})

describe('trouble', () => {
  test('too many requests of one address wait, and are told how long', async () => {
    const app = await buildApp(
      { ...server.deps, config: { ...server.deps.config, rateLimitPerMinute: 3 } },
      { distDir: '/nowhere' },
    )
    for (let count = 0; count < 3; count += 1) expect((await app.inject('/api/health')).statusCode).toBe(200)
    const answer = await app.inject('/api/health')
    expect(answer.statusCode).toBe(429)
    expect(problemSchema.parse(answer.json()).code).toBe('too_many_requests')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
  })

  test('a bug is answered neutrally, with a number that names its log line', async () => {
    const app = await buildApp(server.deps, { distDir: '/nowhere' })
    app.get('/api/broken', () => {
      throw new Error('secret detail')
    })
    const answer = await app.inject('/api/broken')
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret')
    expect(problemSchema.parse(answer.json())).toMatchObject({
      code: 'internal',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await app.close()
  })

  test('without its database the server says so and asks to try again', async () => {
    const line = await lineTo(server.databaseUrl)
    const db = openDatabase({ url: line.url, maxConnections: 1 })
    const app = await buildApp({ ...server.deps, db }, { distDir: '/nowhere' })
    app.get('/api/needs-database', () => db.selectFrom('meta').selectAll().execute())
    expect((await app.inject('/api/needs-database')).statusCode).toBe(200)
    line.cut()
    const answer = await app.inject('/api/needs-database')
    expect(answer.statusCode).toBe(503)
    expect(problemSchema.parse(answer.json()).code).toBe('unavailable')
    const health = await app.inject('/api/health')
    expect(health.statusCode).toBe(503)
    expect(healthSchema.parse(health.json())).toMatchObject({
      status: 'broken',
      database: { ok: false },
      schema_version: null,
    })
    await app.close()
  })
})

describe('safety', () => {
  test('no answer allows foreign or inline scripts', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/health' })
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|upgrade-insecure/)
    expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(answer.headers).not.toHaveProperty('strict-transport-security')
  })

  test('the API documentation is made of our own schemas and runs no inline script', async () => {
    const page = await server.app.inject({ method: 'GET', url: '/api/docs' })
    expect(page.statusCode).toBe(200)
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const document = await server.app.inject({ method: 'GET', url: '/api/docs/json' })
    expect(document.json()).toHaveProperty(['paths', '/api/health', 'get'])
  })
})

/** A way to the database that the test can cut, as when the database's machine goes down. */
async function lineTo(databaseUrl: string) {
  const sockets = new Set<Socket>()
  const target = new URL(databaseUrl)
  const relay = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined))
    near.pipe(far).pipe(near)
  })
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done))
  const address = relay.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    cut: () => {
      relay.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
