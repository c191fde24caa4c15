import type { InjectOptions } from 'fastify'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { providerKeysSchema, tokensSchema } from '#contract/session.ts'
import { buildTestApp } from '../../../tests/support/build-test-app.ts'

let clock = new Date()
const server = await buildTestApp({ now: () => clock })
afterAll(server.close)
beforeEach(() => {
  clock = new Date()
})

const redirectUri = 'http://localhost:80/oauth/callback/kakao'
const question = { client_id: 'local', redirect_uri: redirectUri, response_type: 'code', state: '상태 값/&=' }

describe('the authorize page of the local provider', () => {
  test('offers the three demo accounts in Korean, without any script', async () => {
    const page = await get('/oauth/local/authorize', question)
    expect(page.statusCode).toBe(200)
    for (const word of ['최고관리자', '직원', '일반 회원']) expect(page.body).toContain(word)
    expect(page.body).not.toMatch(/<script|style=/)
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    const style = await get('/oauth/local/authorize.css')
    expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  })

  test('leads from a chosen account back to the app with the code and the same state', async () => {
    const page = await get('/oauth/local/authorize', question)
    const href = /href="([^"]*account=staff[^"]*)"/.exec(page.body)?.[1]?.replaceAll('&amp;', '&')
    const answer = await server.app.inject({ method: 'GET', url: z.string().parse(href) })
    expect(answer.statusCode).toBe(302)
    const target = new URL(z.string().parse(answer.headers.location))
    expect(target.origin + target.pathname).toBe('http://localhost/oauth/callback/kakao')
    expect(target.searchParams.get('state')).toBe('상태 값/&=')
    expect(target.searchParams.get('code')).toMatch(/^ogc_/)
  })

  test.each([
    ['a foreign site', { redirect_uri: 'https://evil.example/oauth/callback/kakao' }],
    ['another port', { redirect_uri: 'http://localhost:81/x' }],
    ['a name hidden before an @', { redirect_uri: 'http://localhost:80@evil.example/' }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['no address', { redirect_uri: '' }],
    ['an unknown app', { client_id: 'other' }],
    ['another kind of answer', { response_type: 'token' }],
  ])('sends nobody to %s', async (_what, wrong) => {
    const answer = await get('/oauth/local/authorize', { ...question, account: 'staff', ...wrong })
    expect(answer.statusCode).toBe(400)
    expect(answer.headers.location).toBeUndefined()
    expect(answer.body).toContain('로그인할 수 없습니다')
  })

  test('refuses a foreign name that points at this machine', async () => {
    const answer = await server.app.inject({
      method: 'GET',
      url: '/oauth/local/authorize',
      query: { ...question, account: 'superuser', redirect_uri: 'http://rebound.example/x' },
      headers: { host: 'rebound.example' },
    })
    expect(answer.statusCode).toBe(400)
  })

  test('repeats nothing of the query as markup', async () => {
    const page = await get('/oauth/local/authorize', { ...question, state: '"><script>alert(1)</script>' })
    expect(page.body).not.toContain('<script>')
  })
})

describe('the callback', () => {
  test.each(['/oauth/callback/kakao', '/oauth/callback/kakao/'])(
    '%s turns a code into tokens and the person',
    async (url) => {
      const code = await codeFor('staff')
      const answer = await post(url, { code, redirect_uri: redirectUri, return_uri: '/staff' })
      expect(answer.statusCode).toBe(200)
      const tokens = tokensSchema.parse(answer.json())
      expect(tokens.expires_in).toBe(3600)
      expect(tokens.user_info).toMatchObject({
        nickname: '김가온',
        is_staff: true,
        is_superuser: false,
        is_active: true,
      })
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  test('takes a code once', async () => {
    const code = await codeFor('member')
    const both = await Promise.all([exchange(code), exchange(code)])
    expect(both.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    const refused = await exchange(code)
    expect(problemSchema.parse(refused.json()).message).toContain('인증 코드가 만료되었거나')
  })

  test('takes a code for a minute', async () => {
    const code = await codeFor('member')
    clock = new Date(clock.getTime() + 60_001)
    expect((await exchange(code)).statusCode).toBe(400)
  })

  test('takes a code only for the address it was issued for, and burns it otherwise', async () => {
    const code = await codeFor('member')
    const wrong = await post('/oauth/callback/kakao', { code, redirect_uri: 'http://localhost:80/elsewhere' })
    expect(wrong.statusCode).toBe(400)
    expect((await exchange(code)).statusCode).toBe(400)
  })

  test.each([
    ['broken JSON', '{"code":'],
    ['no code', { redirect_uri: redirectUri }],
    ['a number for a code', { code: 5, redirect_uri: redirectUri }],
    ['an unknown field', { code: 'x', redirect_uri: redirectUri, role: 'superuser' }],
    ['a list', []],
  ])('refuses %s with a Korean message', async (_what, payload) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/oauth/callback/kakao',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    })
    expect(answer.statusCode).toBe(400)
    expect(problemSchema.parse(answer.json()).message).toMatch(/[가-힣]/)
  })

  test('leaves a trail of who signed in', async () => {
    await exchange(await codeFor('superuser'))
    const rows = await server.db.selectFrom('audit').selectAll().where('act', '=', 'sign_in').execute()
    expect(rows.at(-1)).toMatchObject({ user_name: '한온결', address: '127.0.0.1' })
  })

  test('keeps no token readable in the database', async () => {
    const tokens = tokensSchema.parse((await exchange(await codeFor('staff'))).json())
    const rows = await server.db.selectFrom('session_token').selectAll().execute()
    const stored = JSON.stringify(rows)
    expect(rows.length).toBeGreaterThanOrEqual(2)
    expect(stored).not.toContain(tokens.access_token)
    expect(stored).not.toContain(tokens.refresh_token)
  })

  test('lets nobody in who was switched off', async () => {
    await server.db.updateTable('app_user').set({ is_active: false }).where('provider_id', '=', 'member').execute()
    const answer = await exchange(await codeFor('member'))
    await server.db.updateTable('app_user').set({ is_active: true }).where('provider_id', '=', 'member').execute()
    expect(answer.statusCode).toBe(403)
    expect(problemSchema.parse(answer.json()).message).toContain('사용이 중지된 계정')
  })
})

describe('the keys', () => {
  test.each(['/oauth/get_keys/kakao', '/oauth/get_keys/kakao/'])(
    '%s names the local provider and its page',
    async (url) => {
      const keys = providerKeysSchema.parse((await get(url)).json())
      expect(keys).toEqual({ jsKey: '', restKey: 'local', authorizeUrl: 'http://localhost/oauth/local/authorize' })
    },
  )

  test('a server without any provider says that it is not set up', async () => {
    const closed = await buildTestApp({ config: { localLogin: false } })
    const keys = await closed.app.inject({ method: 'GET', url: '/oauth/get_keys/kakao' })
    const callback = await closed.app.inject({
      method: 'POST',
      url: '/oauth/callback/kakao',
      payload: { code: 'x', redirect_uri: redirectUri },
    })
    const page = await closed.app.inject({
      method: 'GET',
      url: '/oauth/local/authorize',
      query: { ...question, account: 'staff' },
    })
    await closed.close()
    expect([keys.statusCode, callback.statusCode]).toEqual([501, 501])
    expect(page.headers.location).toBeUndefined()
    expect(problemSchema.parse(keys.json()).message).toBe('유효한 API 키가 설정되지 않았습니다.')
  })

  test('a server on a public address takes that for its own', async () => {
    const named = await buildTestApp({ config: { publicUrl: 'https://office.example' } })
    const keys = await named.app.inject({ method: 'GET', url: '/oauth/get_keys/kakao' })
    const answer = await named.app.inject({
      method: 'GET',
      url: '/oauth/local/authorize',
      query: { ...question, account: 'staff' },
    })
    await named.close()
    expect(providerKeysSchema.parse(keys.json()).authorizeUrl).toBe('https://office.example/oauth/local/authorize')
    expect(answer.statusCode).toBe(400)
  })

  test('too many sign-ins from one address are slowed down', async () => {
    const narrow = await buildTestApp({ config: { rateLimitPerMinute: 500 } })
    const answers = []
    for (let turn = 0; turn < 11; turn += 1) {
      answers.push(
        await narrow.app.inject({ method: 'POST', url: '/oauth/check_token/kakao/', payload: { access_token: 'x' } }),
      )
    }
    await narrow.close()
    expect(answers.map((answer) => answer.statusCode)).toEqual([...Array<number>(10).fill(200), 429])
    expect(problemSchema.parse(answers.at(-1)?.json()).code).toBe('too_many_requests')
  })
})

async function codeFor(account: string): Promise<string> {
  const answer = await get('/oauth/local/authorize', { ...question, account })
  return z.string().parse(new URL(z.string().parse(answer.headers.location)).searchParams.get('code'))
}

function exchange(code: string) {
  return post('/oauth/callback/kakao', { code, redirect_uri: redirectUri })
}

function get(url: string, query: Record<string, string> = {}) {
  return server.app.inject({ method: 'GET', url, query })
}

function post(url: string, payload: NonNullable<InjectOptions['payload']>) {
  return server.app.inject({ method: 'POST', url, payload })
}
