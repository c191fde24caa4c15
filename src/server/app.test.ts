import { afterAll, describe, expect, test } from 'vitest'
import { healthSchema } from '#contract/health.ts'
import { problemSchema } from '#contract/problem.ts'
import { buildTestApp } from '../../tests/support/build-test-app.ts'

const server = await buildTestApp()
afterAll(server.close)

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

  test('a missing file is not answered with the app', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/assets/gone-12345678.js' })
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('<html')
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
