import { request as sendRequest } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { startSignInResponseSchema } from '#contract/session/session.ts'
import { loadConfig } from '#server/config/config.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { computeChallenge } from './sign-in-state.ts'

const server = await buildTestApp()
afterAll(server.close)

const redirectUri = 'http://localhost/oauth/callback/kakao'
const secret = 'v'.repeat(43)
const challenge = computeChallenge(secret)
/** All routes through which a demo account could sign in. */
const signInRoutes = {
  page: { method: 'GET', url: '/oauth/local/authorize?account=superuser' },
  keys: { method: 'GET', url: '/oauth/get_keys/kakao' },
  begin: {
    method: 'POST',
    url: '/oauth/begin/kakao',
    payload: { code_challenge: challenge, redirect_uri: redirectUri },
  },
  callback: {
    method: 'POST',
    url: '/oauth/callback/kakao',
    payload: { code: 'x', redirect_uri: redirectUri, state: 'x', code_verifier: secret },
  },
} as const

const proxyHeaders: Record<string, string>[] = [
  { forwarded: 'for=203.0.113.9' },
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-host': 'localhost' },
  { 'x-forwarded-proto': 'http' },
  { 'x-forwarded-port': '8080' },
  { 'X-Forwarded-Anything': '' },
  { 'x-forwarded': '' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '127.0.0.1' },
  { 'cf-connecting-ip': '203.0.113.9' },
  { 'cdn-loop': 'cloudflare' },
  { 'x-original-host': 'office.example' },
  { origin: 'https://office.example' },
  { origin: 'null' },
  { referer: 'https://office.example/about' },
]

describe('the demo accounts', () => {
  test('are available to a browser on this machine', async () => {
    const responses = await Promise.all(Object.values(signInRoutes).map((route) => server.app.inject(route)))
    // The last one only lacks a valid code.
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([302, 200, 200, 400])
    const own = { origin: 'http://localhost', referer: 'http://localhost/about' }
    expect((await server.app.inject({ ...signInRoutes.page, headers: own })).statusCode).toBe(302)
  })

  test.each(proxyHeaders)('are refused when the request has %o', async (headers) => {
    for (const [name, route] of Object.entries(signInRoutes)) {
      const response = await server.app.inject({ ...route, headers })
      expect(response.statusCode, name).toBe(403)
      expect(response.headers.location).toBeUndefined()
      expect(response.body, name).toContain('체험 계정은 서버가 켜진 컴퓨터에서')
    }
  })

  test.each(['192.168.0.9', '::ffff:192.168.0.9', 'fe80::2'])('are refused for a connection from %s', async (from) => {
    for (const [name, route] of Object.entries(signInRoutes))
      expect((await server.app.inject({ ...route, remoteAddress: from })).statusCode, name).toBe(403)
  })

  test('are refused for any other host, even one this server knows', async () => {
    const lan = await buildTestApp({ config: { publicUrl: 'http://office.example' } })
    for (const [name, route] of Object.entries(signInRoutes)) {
      const response = await lan.app.inject({ ...route, headers: { host: 'office.example' } })
      expect(response.statusCode, name).toBe(403)
    }
    await lan.close()
  })

  test('are refused with a message that says what to do', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const page = await server.app.inject({ ...signInRoutes.page, headers })
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('KAKAO_REST_KEY')
    const keys = await server.app.inject({ ...signInRoutes.keys, headers })
    expect(problemSchema.parse(keys.json())).toMatchObject({
      code: 'not_permitted',
      message: expect.stringContaining('KAKAO_REST_KEY'),
    })
  })

  test('are on a separate local page with the same checks', async () => {
    const started = startSignInResponseSchema.parse((await server.app.inject(signInRoutes.begin)).json())
    const { hostname, port, pathname, search } = new URL(started.authorizeUrl)
    expect([hostname, server.app.addresses()]).toEqual(['127.0.0.1', []])
    const fetchStatus = (headers: Record<string, string>, path = `${pathname}${search}&account=superuser`) =>
      new Promise((resolve, reject) => {
        const request = sendRequest({ hostname, port, path, headers }, (result) => {
          resolve([result.statusCode, result.headers.location?.includes('code=') ?? false])
          result.resume()
        })
        request.on('error', reject).end()
      })
    for (const headers of proxyHeaders) {
      expect(await fetchStatus(headers), JSON.stringify(headers)).toEqual([403, false])
      expect(await fetchStatus(headers, `${pathname}.css`)).toEqual([403, false])
    }
    for (const host of ['office.example', 'rebound.example:80', 'localhost@evil.example', 'localhost.'])
      expect(await fetchStatus({ host }), host).toEqual([403, false])
    expect(await fetchStatus({})).toEqual([302, true])
  })

  test('store no code or state for a refused request', async () => {
    await server.db.deleteFrom('oauth_code').execute()
    await server.db.deleteFrom('sign_in_state').execute()
    for (const headers of proxyHeaders)
      for (const route of Object.values(signInRoutes)) await server.app.inject({ ...route, headers })
    expect(await server.db.selectFrom('oauth_code').selectAll().execute()).toEqual([])
    expect(await server.db.selectFrom('sign_in_state').selectAll().execute()).toEqual([])
  })
})

test('with Kakao, people behind a proxy can sign in', async () => {
  const config = loadConfig({ KAKAO_REST_KEY: 'k', PUBLIC_URL: 'https://office.example', TRUST_PROXY: '127.0.0.1' })
  const office = await buildTestApp({ config: { ...config, logLevel: 'silent' } })
  const headers = { host: 'office.example', 'x-forwarded-for': '203.0.113.9', origin: 'https://office.example' }
  const payload = { ...signInRoutes.begin.payload, redirect_uri: 'https://office.example/oauth/callback/kakao' }
  const response = await office.app.inject({ ...signInRoutes.begin, payload, headers })
  expect(response.json().authorizeUrl).toMatch(/^https:\/\/kauth\.kakao\.com\/oauth\/authorize\?client_id=k&/)
  expect((await office.app.inject({ ...signInRoutes.page, headers })).headers.location).toBeUndefined()
  await office.close()
})

test('a placeholder key means that sign-in is not configured', async () => {
  const office = await buildTestApp({ config: { kakao: { restKey: 'your-rest-key', clientSecret: undefined } } })
  const response = await office.app.inject(signInRoutes.begin)
  expect(problemSchema.parse(response.json())).toEqual({
    code: 'not_configured',
    message: '유효한 API 키가 설정되지 않았습니다.',
  })
  await office.close()
})
