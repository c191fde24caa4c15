import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/db/client.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { createFaultyProxy } from '#tests/support/servers/faulty-database-proxy.ts'

const token = 'a-token-of-sixteen-letters'
const openServer = await buildTestApp()
const guarded = await buildTestApp({ config: { metricsToken: token } })
afterAll(() => Promise.all([openServer.close(), guarded.close()]))

const url = '/metrics'
const here = { url, headers: { host: 'localhost' } }
const elsewhere = { url, remoteAddress: '10.9.9.9' }

describe('/metrics', () => {
  test('serves a program on this machine', async () => {
    const { statusCode, headers, body } = await openServer.app.inject(here)
    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
      'no-store',
    ])
    expect(body).toMatch(/^office_database_up 1$/m)
  })

  test('returns 404 to everybody else while no token is set', async () => {
    const superuser = await openServer.signIn('superuser')
    const tries = [
      elsewhere,
      { ...here, headers: { ...here.headers, 'x-forwarded-for': '10.9.9.9' } },
      { ...here, headers: { ...here.headers, via: '1.1 proxy' } },
      { ...here, headers: { ...here.headers, authorization: `Bearer ${token}` } },
      { ...here, headers: { ...here.headers, authorization: `Bearer ${superuser.accessToken}` } },
    ]
    for (const request of tries) expect((await openServer.app.inject(request)).statusCode).toBe(404)
  })

  test('serves any machine with the exact token only', async () => {
    const fetchMetrics = async (authorization?: string) =>
      (await guarded.app.inject({ ...elsewhere, headers: authorization === undefined ? {} : { authorization } }))
        .statusCode
    expect(await fetchMetrics(`Bearer ${token}`)).toBe(200)
    const superuser = await guarded.signIn('superuser')
    for (const wrong of [undefined, `Bearer ${token}x`, `Basic ${token}`, 'Bearer ', `Bearer ${superuser.accessToken}`])
      expect(await fetchMetrics(wrong)).toBe(401)
  })

  test('counts responses by route template and status in the Prometheus text format', async () => {
    await openServer.app.inject('/api/health')
    await openServer.app.inject('/api/secret-of-somebody')
    const { body } = await openServer.app.inject(here)
    expect(body).toMatch(/^office_http_requests_total\{method="GET",route="\/api\/health",status="200"\} \d+$/m)
    expect(body).toMatch(/^office_http_request_seconds_bucket\{method="GET",route="\/api\/health",le="\+Inf"\} \d+$/m)
    expect(body).toMatch(/^office_tasks\{state="waiting"\} 0$/m)
    expect(body).not.toContain('secret-of-somebody')
    const line = /^(# (HELP|TYPE) [a-z0-9_]+ .+|[a-z0-9_]+(\{([a-z]+="[^"\n]*",?)+\})? [-+\d.eInf]+)$/
    expect(
      body
        .trimEnd()
        .split('\n')
        .filter((text) => !line.test(text)),
    ).toEqual([])
  })

  test('reports that the database is unreachable and keeps counting', async () => {
    const proxy = await createFaultyProxy(openServer.databaseUrl)
    const db = openDatabase({ url: proxy.url, maxConnections: 1 })
    const app = await buildApp({ ...openServer.deps, db }, { distDir: '/nowhere' })
    expect((await app.inject(here)).body).toMatch(/^office_database_up 1$/m)
    await proxy.setMode('refuse')
    const { statusCode, body } = await app.inject(here)
    expect([statusCode, /^office_database_up 0$/m.test(body)]).toEqual([200, true])
    expect(body).toMatch(/^process_resident_memory_bytes \d+$/m)
    await app.close()
    await db.destroy()
    await proxy.close()
  })
})
