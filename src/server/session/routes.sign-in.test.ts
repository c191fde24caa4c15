import { createHash } from 'node:crypto'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { providerKeysSchema, startSignInResponseSchema, tokensSchema } from '#contract/session/session.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'

let clock = new Date()
const server = await buildTestApp({ now: () => clock })
afterAll(server.close)
beforeEach(() => {
  clock = new Date()
})

const redirectUri = 'http://localhost/oauth/callback/kakao'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')
const full = { code: 'x', redirect_uri: redirectUri, state: 'x', code_verifier: verifier }

describe('the authorize page of the local provider', () => {
  test('offers the three demo accounts in Korean, without any script', async () => {
    const { authorizeUrl } = await beginSignIn()
    const page = await fetch(authorizeUrl)
    expect(page.status).toBe(200)
    const body = await page.text()
    for (const word of ['최고관리자', '직원', '일반 회원']) expect(body).toContain(word)
    expect(body).not.toMatch(/<script|style=/)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    const style = await fetch(new URL(z.string().parse(/href="([^"]*\.css)"/.exec(body)?.[1]), authorizeUrl))
    expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
  })

  test('leads from a chosen account back to the app with the code and the same state', async () => {
    const { authorizeUrl, state } = await beginSignIn()
    const href = /href="([^"]*account=staff[^"]*)"/.exec(await (await fetch(authorizeUrl)).text())?.[1]
    const accountUrl = new URL(z.string().parse(href).replaceAll('&amp;', '&'), authorizeUrl)
    const result = await fetch(accountUrl, { redirect: 'manual' })
    expect(result.status).toBe(302)
    const target = new URL(z.string().parse(result.headers.get('location')))
    expect(target.origin + target.pathname).toBe(redirectUri)
    expect(target.searchParams.get('state')).toBe(state)
    expect(target.searchParams.get('code')).toMatch(/^ogc_/)
  })

  test('lets a person cancel, with the same response as Kakao’s', async () => {
    const { authorizeUrl, state } = await beginSignIn()
    const href = /class="back" href="([^"]*)"/.exec(await (await fetch(authorizeUrl)).text())?.[1]
    const back = new URL(z.string().parse(href).replaceAll('&amp;', '&'))
    expect(back.origin + back.pathname).toBe(redirectUri)
    expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state })
  })

  test('is also found under the server’s own URL', async () => {
    const { authorizeUrl } = await beginSignIn()
    const { pathname, search } = new URL(authorizeUrl)
    const response = await server.app.inject(`${pathname}${search}&account=staff`)
    expect([response.statusCode, response.headers.location]).toEqual([302, `${authorizeUrl}&account=staff`])
  })

  test.each([
    ['a foreign site', { redirect_uri: 'https://evil.example/oauth/callback/kakao' }],
    ['another port', { redirect_uri: 'http://localhost:81/x' }],
    ['a name hidden before an @', { redirect_uri: 'http://localhost@evil.example/' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['no address', { redirect_uri: '' }],
    ['an unknown app', { client_id: 'other' }],
    ['another response type', { response_type: 'token' }],
    ['an invalid state', { state: '"><script>alert(1)</script>' }],
    ['a missing challenge', { code_challenge: '' }],
    ['another browser', { code_challenge: 'c'.repeat(43) }],
    ['the plain challenge method', { code_challenge_method: 'plain' }],
  ])('refuses to redirect for %s', async (_case, wrong) => {
    const url = new URL((await beginSignIn()).authorizeUrl)
    for (const [name, value] of Object.entries({ account: 'staff', ...wrong })) url.searchParams.set(name, value)
    const result = await fetch(url, { redirect: 'manual' })
    expect([result.status, result.headers.get('location')]).toEqual([400, null])
    const body = await result.text()
    expect(body).toContain('로그인할 수 없습니다')
    expect(body).not.toMatch(/<script|evil/)
  })
})

describe('the callback', () => {
  test.each(['/oauth/callback/kakao', '/oauth/callback/kakao/'])(
    '%s turns a code into tokens and the person',
    async (url) => {
      const result = await post(url, { ...(await returnFromProvider('staff')), return_uri: '/staff' })
      expect(result.statusCode).toBe(200)
      const tokens = tokensSchema.parse(result.json())
      expect(tokens.expires_in).toBe(3600)
      expect(tokens.user_info).toMatchObject({
        nickname: '김가온',
        is_staff: true,
        is_superuser: false,
        is_active: true,
      })
      expect(result.headers['cache-control']).toBe('no-store')
    },
  )

  test('accepts a code once', async () => {
    const { code } = await returnFromProvider('member')
    const responses = await Promise.all([exchange(code), exchange(code)])
    expect(responses.map((result) => result.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    const refused = await exchange(code)
    expect(problemSchema.parse(refused.json()).message).toContain('인증 코드가 만료되었거나')
  })

  test('accepts a code for a minute', async () => {
    const body = await returnFromProvider('member')
    clock = new Date(clock.getTime() + 60_001)
    expect((await post('/oauth/callback/kakao', body)).statusCode).toBe(400)
  })

  test('accepts a code only for the redirect URI it was issued for, and uses it up otherwise', async () => {
    const { code } = await returnFromProvider('member')
    const elsewhere = 'http://localhost/elsewhere'
    const { state } = await beginSignIn({ redirect_uri: elsewhere })
    const wrong = await post('/oauth/callback/kakao', { code, redirect_uri: elsewhere, state, code_verifier: verifier })
    expect(problemSchema.parse(wrong.json()).message).toContain('인증 코드가 만료되었거나')
    expect((await exchange(code)).statusCode).toBe(400)
  })

  test.each([
    ['broken JSON', '{"code":'],
    ['no code', { ...full, code: undefined }],
    ['a number for a code', { ...full, code: 5 }],
    ['no state', { ...full, state: undefined }],
    ['no verifier', { ...full, code_verifier: undefined }],
    ['a guessable verifier', { ...full, code_verifier: 'short' }],
    ['an unknown field', { ...full, role: 'superuser' }],
    ['a list', []],
  ])('refuses %s with a Korean message', async (_case, payload) => {
    const response = await server.app.inject({
      method: 'POST',
      url: '/oauth/callback/kakao',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    expect(response.statusCode).toBe(400)
    expect(problemSchema.parse(response.json()).message).toMatch(/[가-힣]/)
  })

  test('records the sign-in in the trail', async () => {
    await post('/oauth/callback/kakao', await returnFromProvider('superuser'))
    const rows = await server.db.selectFrom('audit').selectAll().where('act', '=', 'sign_in').execute()
    expect(rows.at(-1)).toMatchObject({ user_name: '한온결', address: '127.0.0.1' })
  })

  test('stores no token in plain text', async () => {
    const tokens = tokensSchema.parse((await post('/oauth/callback/kakao', await returnFromProvider('staff'))).json())
    const rows = await server.db.selectFrom('session_token').selectAll().execute()
    const stored = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(stored).not.toContain(tokens.access_token)
    expect(stored).not.toContain(tokens.refresh_token)
  })

  test('does not admit a deactivated user', async () => {
    await server.db.updateTable('app_user').set({ is_active: false }).where('provider_id', '=', 'member').execute()
    const result = await post('/oauth/callback/kakao', await returnFromProvider('member'))
    await server.db.updateTable('app_user').set({ is_active: true }).where('provider_id', '=', 'member').execute()
    expect(result.statusCode).toBe(403)
    expect(problemSchema.parse(result.json()).message).toContain('사용이 중지된 계정')
  })
})

describe('the keys', () => {
  test.each(['/oauth/get_keys/kakao', '/oauth/get_keys/kakao/'])(
    '%s names the local provider and its page',
    async (url) => {
      const keys = providerKeysSchema.parse((await get(url)).json())
      expect(keys).toEqual({ jsKey: 'local', restKey: 'local', authorizeUrl: expect.any(String) })
      expect(keys.authorizeUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/local\/authorize$/)
    },
  )

  test('a server without any provider says that sign-in is not configured', async () => {
    const closed = await buildTestApp({ config: { localLogin: false } })
    const keys = await closed.app.inject({ method: 'GET', url: '/oauth/get_keys/kakao' })
    const started = await closed.app.inject({
      method: 'POST',
      url: '/oauth/begin/kakao',
      payload: { code_challenge: challenge, redirect_uri: redirectUri },
    })
    const callback = await closed.app.inject({
      method: 'POST',
      url: '/oauth/callback/kakao',
      payload: full,
    })
    const page = await closed.app.inject({
      method: 'GET',
      url: '/oauth/local/authorize',
      query: { client_id: 'local', account: 'staff' },
    })
    await closed.close()
    expect([keys.statusCode, started.statusCode, callback.statusCode]).toEqual([501, 501, 501])
    expect(page.headers.location).toBeUndefined()
    expect(problemSchema.parse(keys.json()).message).toBe('유효한 API 키가 설정되지 않았습니다.')
  })

  test('a server with a public name accepts sign-ins under that name only', async () => {
    const named = await buildTestApp({ config: { publicUrl: 'http://localhost:8080' } })
    const responses = await Promise.all(
      ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://localhost'].map((origin) =>
        named.app.inject({
          method: 'POST',
          url: '/oauth/begin/kakao',
          payload: { code_challenge: challenge, redirect_uri: `${origin}/oauth/callback/kakao` },
        }),
      ),
    )
    await named.close()
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 400, 400])
  })

  test('limits the rate of sign-ins from one address', async () => {
    const narrow = await buildTestApp({ config: { rateLimitPerMinute: 200 } })
    const responses = []
    for (let turn = 0; turn < 11; turn += 1) {
      responses.push(
        await narrow.app.inject({ method: 'POST', url: '/oauth/check_token/kakao/', payload: { access_token: 'x' } }),
      )
    }
    await narrow.close()
    expect(responses.map((result) => result.statusCode)).toEqual([...Array<number>(10).fill(200), 429])
    expect(problemSchema.parse(responses.at(-1)?.json()).code).toBe('too_many_requests')
  })
})

async function beginSignIn(overrides: { redirect_uri?: string } = {}) {
  const result = await post('/oauth/begin/kakao', {
    code_challenge: challenge,
    redirect_uri: redirectUri,
    ...overrides,
  })
  return startSignInResponseSchema.parse(result.json())
}

/** Returns from the provider's page: the request the browser sends to the callback. */
async function returnFromProvider(account: string) {
  const { state, authorizeUrl } = await beginSignIn()
  const result = await fetch(`${authorizeUrl}&account=${account}`, { redirect: 'manual' })
  const back = new URL(z.string().parse(result.headers.get('location'))).searchParams
  expect(back.get('state')).toBe(state)
  return { code: z.string().parse(back.get('code')), state, redirect_uri: redirectUri, code_verifier: verifier }
}

/** Repeats a code with a valid state. */
async function exchange(code: string) {
  const { state } = await beginSignIn()
  return post('/oauth/callback/kakao', { code, state, redirect_uri: redirectUri, code_verifier: verifier })
}

function get(url: string, query: Record<string, string> = {}) {
  return server.app.inject({ method: 'GET', url, query })
}

function post(url: string, payload: NonNullable<InjectOptions['payload']>) {
  return server.app.inject({ method: 'POST', url, payload })
}
