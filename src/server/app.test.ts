import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'
import { buildApp } from './app.ts'
import { openDatabase } from './db/client.ts'

const server = await buildTestApp()
afterAll(server.close)

const signInCall = {
  method: 'POST',
  url: '/oauth/callback/kakao',
  headers: { 'content-type': 'application/json' },
} as const

describe('health', () => {
  test('a running process reports only that it is alive', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/health' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'ok' })
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('a ready server responds with its status only', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/health/ready' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ status: 'ready' })
  })

  test('a server on a database restored to an older schema is not ready until it is migrated', async () => {
    const call = async () => {
      const { statusCode, body } = await server.app.inject('/api/health/ready')
      return [statusCode, body]
    }
    const { rows } = await sql<{ version: number; name: string; sha256: string }>`
      delete from schema_migration where version = (select max(version) from schema_migration) returning version, name, sha256`.execute(
      server.ownerDb,
    )
    expect(await call()).toEqual([503, '{"status":"migrating"}'])
    for (const { version, name, sha256 } of rows)
      await sql`insert into schema_migration (version, name, sha256) values (${version}, ${name}, ${sha256})`.execute(
        server.ownerDb,
      )
    expect(await call()).toEqual([200, '{"status":"ready"}'])
  })

  test('a path works with and without its trailing slash', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/health/' })
    expect(response.statusCode).toBe(200)
  })
})

describe('bad requests', () => {
  test('an unknown API path is refused in Korean', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/no-such-thing' })
    expect(response.statusCode).toBe(404)
    expect(problemSchema.parse(response.json())).toEqual({
      code: 'not_found',
      message: '요청하신 자료를 찾을 수 없습니다.',
    })
  })

  test('a broken URL is refused and not treated as a bug', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/%E0%A4%A' })
    expect(response.statusCode).toBe(400)
    expect(problemSchema.parse(response.json()).code).toBe('invalid_request')
  })

  test('invalid or empty JSON is refused and not treated as a bug', async () => {
    for (const payload of ['{"code":', 'null,', '']) {
      const response = await server.app.inject({ ...signInCall, payload })
      expect(response.statusCode, payload).toBe(400)
      expect(problemSchema.parse(response.json()).code).toBe('invalid_request')
    }
  })

  test('a wrong type is named by its field, in Korean', async () => {
    const response = await server.app.inject({
      ...signInCall,
      payload: JSON.stringify({ code: 7, redirect_uri: 'x', surprise: 1 }),
    })
    expect(response.statusCode).toBe(400)
    const { fields } = problemSchema.parse(response.json())
    expect(fields).toMatchObject({ code: expect.stringMatching(/[가-힣]/), surprise: '알 수 없는 항목입니다.' })
  })

  test('keys that would reach into the prototype are refused', async () => {
    const response = await server.app.inject({
      ...signInCall,
      payload: '{"__proto__":{"isStaff":true},"code":"x","redirect_uri":"x"}',
    })
    expect(response.statusCode).toBe(400)
  })

  test('a body that is too large is refused before it is read', async () => {
    const response = await server.app.inject({
      ...signInCall,
      payload: JSON.stringify({ code: 'x'.repeat(2_000_000) }),
    })
    expect(response.statusCode).toBe(413)
    expect(problemSchema.parse(response.json()).code).toBe('too_large')
  })

  test('another content type is refused', async () => {
    const response = await server.app.inject({
      ...signInCall,
      headers: { 'content-type': 'text/plain' },
      payload: 'code=x',
    })
    expect(response.statusCode).toBe(415)
    expect(problemSchema.parse(response.json()).code).toBe('unsupported_media_type')
  })

  test('a missing file does not return the app’s page', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/assets/gone-12345678.js' })
    expect(response.statusCode).toBe(404)
    expect(response.body).not.toContain('<html')
  })
})

describe('trouble', () => {
  test('answers too many requests of one address with the time to wait', async () => {
    const app = await buildApp(
      { ...server.deps, config: { ...server.deps.config, rateLimitPerMinute: 3 } },
      { distDir: '/nowhere' },
    )
    for (let count = 0; count < 3; count += 1) expect((await app.inject('/api/health')).statusCode).toBe(200)
    const response = await app.inject('/api/health')
    expect(response.statusCode).toBe(429)
    expect(problemSchema.parse(response.json()).code).toBe('too_many_requests')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    await app.close()
  })

  test('reports a bug neutrally, with a number that identifies its log line', async () => {
    const app = await buildApp(server.deps, { distDir: '/nowhere' })
    app.get('/api/broken', () => {
      throw new Error('secret detail')
    })
    const response = await app.inject('/api/broken')
    expect(response.statusCode).toBe(500)
    expect(response.body).not.toContain('secret')
    expect(problemSchema.parse(response.json())).toMatchObject({
      code: 'internal',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await app.close()
  })

  test('refuses a value that only the database rejects, because a retry cannot help', async () => {
    const app = await buildApp(server.deps, { distDir: '/nowhere' })
    app.get('/api/overflows', () => sql`select 3000000000::bigint::int`.execute(server.db))
    const response = await app.inject('/api/overflows')
    expect(response.statusCode).toBe(400)
    expect(problemSchema.parse(response.json())).toEqual({
      code: 'invalid_request',
      message: '입력한 내용을 확인해 주세요.',
    })
    await app.close()
  })

  test('says that it is unavailable without a database, and asks to try again', async () => {
    const line = await createFaultyProxy(server.databaseUrl)
    const db = openDatabase({ url: line.url, maxConnections: 1 })
    const app = await buildApp({ ...server.deps, db }, { distDir: '/nowhere' })
    app.get('/api/needs-database', () => db.selectFrom('meta').selectAll().execute())
    expect((await app.inject('/api/needs-database')).statusCode).toBe(200)
    await line.setMode('refuse')
    const response = await app.inject('/api/needs-database')
    expect(response.statusCode).toBe(503)
    expect(problemSchema.parse(response.json()).code).toBe('unavailable')
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    const ready = await app.inject('/api/health/ready')
    expect(ready.statusCode).toBe(503)
    expect(ready.json()).toEqual({ status: 'unavailable' })
    expect((await app.inject('/api/health')).statusCode).toBe(200)
    await app.close()
  })
})

describe('safety', () => {
  test('sends the same security headers with every response, refusals included', async () => {
    const fresh = await buildApp(server.deps, { distDir: '/nowhere' })
    const paths = ['/api/health', '/api/health', '/api/no-such-thing', '/api/sync/probe', '/nothing']
    const responses: unknown[] = []
    for (const url of paths) {
      const { headers } = await fresh.inject({ method: 'GET', url })
      const { 'content-security-policy': policy, 'x-frame-options': frame, 'referrer-policy': referrer } = headers
      responses.push([
        policy,
        frame,
        referrer,
        headers['x-content-type-options'],
        headers['cross-origin-opener-policy'],
      ])
    }
    await fresh.close()
    expect(responses).toEqual(paths.map(() => [expect.any(String), 'DENY', 'same-origin', 'nosniff', 'same-origin']))
    expect(new Set(responses.map(String)).size).toBe(1)
  })

  test('no response allows foreign or inline scripts', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/health' })
    const policy = String(response.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    for (const none of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${none} 'none'`)
    expect(policy).toContain('frame-src blob:;')
    expect(policy).not.toMatch(/unsafe|upgrade-insecure|https?:/)
    // No policy named `default`, which would approve values from any library, and no duplicate
    // names.
    expect(policy.split(';')).toEqual(
      expect.arrayContaining(["require-trusted-types-for 'script'", 'trusted-types office-scripts office-prose']),
    )
    expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'DENY' })
    expect(response.headers).not.toHaveProperty('strict-transport-security')
  })

  test('sends a year of HSTS over https', async () => {
    const secure = await buildTestApp({ config: { publicUrl: 'https://office.example' } })
    const response = await secure.app.inject({ url: '/api/health', headers: { host: 'office.example' } })
    await secure.close()
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test.each(['/api/docs', '/api/docs/', '/api/docs/json', '/api/docs/static/index.html'])(
    '%s is for staff and reveals nothing to strangers and members',
    async (url) => {
      const [stranger, member] = [await server.app.inject(url), await (await server.signIn('member')).inject({ url })]
      expect([stranger.statusCode, stranger.json().code]).toEqual([401, 'signed_out'])
      expect([member.statusCode, member.json().code]).toEqual([403, 'not_permitted'])
    },
  )

  test('generates the API documentation from our own schemas', async () => {
    const staff = await server.signIn('staff')
    for (const url of ['/api/docs', '/api/docs/json']) {
      const document = (await staff.inject({ url })).json()
      expect(document).toHaveProperty(['paths', '/api/health', 'get'])
      expect(document).not.toHaveProperty(['paths', '/api/docs'])
    }
    expect((await staff.inject({ url: '/api/docs/static/index.html' })).statusCode).toBe(404)
  })
})
