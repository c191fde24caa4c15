import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { problemSchema } from '#contract/problem.ts'
import { providerKeysSchema, startSignInResponseSchema, tokensSchema } from '#contract/session/session.ts'
import { loadConfig } from '#server/config/config.ts'
import { newId } from '#server/new-id.ts'
import { registerErrorHandlers } from '#server/plugins/error-handlers.ts'
import { endlessStorage } from '#server/postgres/storage.ts'
import { getTestOfficeKeys } from '#tests/support/servers/office-keys.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { createInvitation } from './invitations/invitations.ts'
import { createKakaoProvider } from './kakao-provider.ts'
import { sessionRoutes } from './routes.ts'
import { promoteSuperusers } from './users.ts'

/**
 * A fake of kauth.kakao.com and kapi.kakao.com, following their documentation; tests must not call
 * the real ones.
 */
const kakao = Fastify()
let person: unknown
let health: 'well' | 'broken' | 'silent' = 'well'
let receivedParams: Record<string, string> = {}
kakao.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
  done(null, Object.fromEntries(new URLSearchParams(String(body))))
})
kakao.post<{ Body: Record<string, string> }>('/oauth/token', async (request, reply) => {
  receivedParams = request.body
  if (health === 'silent') await new Promise((resolve) => request.raw.socket.once('close', resolve))
  if (health === 'broken') return await reply.code(502).send('<html>')
  if (receivedParams['code'] !== 'good')
    return await reply.code(400).send({ error: 'invalid_grant', error_code: 'KOE320' })
  return { token_type: 'bearer', access_token: 'kakao-token', expires_in: 21_599, refresh_token: 'kakao-refresh' }
})
kakao.get('/v2/user/me', (request, reply) => {
  if (request.headers.authorization !== 'Bearer kakao-token') return reply.code(401).send({ code: -401 })
  return reply.send(person)
})
const host = await kakao.listen({ port: 0, host: '127.0.0.1' })

const database = await createTestDatabase()
const config = loadConfig({
  KAKAO_REST_KEY: 'rest-key',
  KAKAO_CLIENT_SECRET: 'secret',
  PUBLIC_URL: 'https://office.example',
  SUPERUSERS: '777, boss@example.com',
})
const app = Fastify({ routerOptions: { ignoreTrailingSlash: true } }).withTypeProvider<ZodTypeProvider>()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
registerErrorHandlers(app)
sessionRoutes(app, {
  config,
  db: database.db,
  databaseUrl: database.url,
  officeKeys: getTestOfficeKeys(),
  now: () => new Date(),
  newId,
  storage: endlessStorage,
  drain: new AbortController().signal,
  provider: createKakaoProvider({
    restKey: 'rest-key',
    jsKey: 'js-key',
    clientSecret: 'secret',
    fetch,
    authHost: host,
    apiHost: host,
    timeoutMs: 1500,
  }),
})
afterAll(async () => {
  await app.close()
  await kakao.close()
  await database.drop()
})
beforeEach(() => {
  health = 'well'
  person = createKakaoPerson({ id: 12_345 })
})

describe('with Kakao keys', () => {
  test('sends the browser to Kakao with the office’s key', async () => {
    const keys = await app.inject({ method: 'GET', url: '/oauth/get_keys/kakao' })
    expect(providerKeysSchema.parse(keys.json())).toEqual({
      jsKey: 'js-key',
      restKey: 'rest-key',
      authorizeUrl: `${host}/oauth/authorize`,
    })
  })

  test('sends Kakao the state and challenge that identify the browser', async () => {
    const { authorizeUrl, state } = await beginSignIn()
    const { origin, pathname, searchParams } = new URL(authorizeUrl)
    expect(origin + pathname).toBe(`${host}/oauth/authorize`)
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: 'rest-key',
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })
  })

  test('never sends Kakao a code without the state of this browser', async () => {
    receivedParams = {}
    const { state } = await beginSignIn()
    const wrong = { code: 'good', redirect_uri: redirectUri, state, code_verifier: 'w'.repeat(43) }
    expect((await app.inject({ method: 'POST', url: '/oauth/callback/kakao/', payload: wrong })).statusCode).toBe(400)
    expect(receivedParams).toEqual({})
  })

  test('there is no local provider', async () => {
    const response = await app.inject({ method: 'GET', url: '/oauth/local/authorize?account=superuser' })
    expect(response.statusCode).toBe(404)
  })

  test('a first sign-in makes a member, with picture URLs in https', async () => {
    const { user_info: user } = tokensSchema.parse((await signIn()).json())
    expect(receivedParams).toEqual({
      grant_type: 'authorization_code',
      client_id: 'rest-key',
      client_secret: 'secret',
      redirect_uri: 'https://office.example/oauth/callback/kakao',
      code: 'good',
      code_verifier: verifier,
    })
    expect(user).toMatchObject({ nickname: '도담', is_staff: false, is_superuser: false, email: 'dodam@example.com' })
    expect(user.kakao_profile_img).toBe('https://k.kakaocdn.net/p.jpg')
    expect(user.last_login).not.toBeNull()
  })

  test('the next sign-in is the same user with the new name, and keeps a role granted meanwhile', async () => {
    const first = tokensSchema.parse((await signIn()).json()).user_info
    await database.db.updateTable('app_user').set({ is_staff: true }).where('id', '=', first.id).execute()
    person = createKakaoPerson({ id: 12_345, nickname: '새도담' })
    const second = tokensSchema.parse((await signIn()).json()).user_info
    expect(second).toMatchObject({ id: first.id, nickname: '새도담', is_staff: true })
  })

  test('a first sign-in with an invitation makes staff at once', async () => {
    person = createKakaoPerson({ id: 777 })
    const { id, nickname: name } = tokensSchema.parse((await signIn()).json()).user_info
    const maker = { user: { id, name, isStaff: true, isSuperuser: true }, ipAddress: '127.0.0.1', now: new Date() }
    const { token } = await createInvitation(database.db, { id: newId(), note: '이나래' }, maker)
    person = createKakaoPerson({ id: 901 })
    const invited = tokensSchema.parse((await signIn('good', token)).json()).user_info
    expect(invited).toMatchObject({ is_staff: true, is_superuser: false })
    person = createKakaoPerson({ id: 902 })
    expect(tokensSchema.parse((await signIn('good', token)).json()).user_info.is_staff).toBe(false)
  })

  test('does not store an e-mail that Kakao has not verified', async () => {
    person = createKakaoPerson({ id: 5, isVerified: false, email: 'boss@example.com' })
    expect(tokensSchema.parse((await signIn()).json()).user_info).toMatchObject({ email: null, is_superuser: false })
  })

  test('a person listed in SUPERUSERS by number or verified e-mail is a superuser', async () => {
    person = createKakaoPerson({ id: 777 })
    expect(tokensSchema.parse((await signIn()).json()).user_info.is_superuser).toBe(true)
    person = createKakaoPerson({ id: 778, email: 'boss@example.com' })
    expect(tokensSchema.parse((await signIn()).json()).user_info.is_superuser).toBe(true)
  })

  test('a person listed after their first sign-in becomes a superuser at the next start', async () => {
    person = createKakaoPerson({ id: 900, email: 'late@example.com' })
    const user = tokensSchema.parse((await signIn()).json()).user_info
    expect(user.is_superuser).toBe(false)
    await promoteSuperusers(database.db, ['900'])
    const row = await database.db.selectFrom('app_user').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
    expect(row.is_superuser).toBe(true)
  })

  test('refuses a code that Kakao refuses', async () => {
    const result = await signIn('bad')
    expect(result.statusCode).toBe(400)
    expect(problemSchema.parse(result.json()).message).toContain('인증 코드가 만료되었거나')
  })

  test.each(['broken', 'silent'] as const)('distinguishes a %s Kakao from a bad code', async (state) => {
    health = state
    const result = await signIn()
    expect(result.statusCode).toBe(503)
    expect(problemSchema.parse(result.json()).message).toContain('카카오 서버가 응답하지 않습니다')
  })

  test('a response without a person signs nobody in', async () => {
    person = { kakao_account: {} }
    expect((await signIn()).statusCode).toBe(503)
  })
})

function createKakaoPerson(account: { id: number; nickname?: string; email?: string; isVerified?: boolean }) {
  return {
    id: account.id,
    kakao_account: {
      profile: {
        nickname: account.nickname ?? '도담',
        profile_image_url: 'http://k.kakaocdn.net/p.jpg',
        thumbnail_image_url: 'http://k.kakaocdn.net/t.jpg',
      },
      email: account.email ?? 'dodam@example.com',
      is_email_valid: true,
      is_email_verified: account.isVerified ?? true,
    },
  }
}

const redirectUri = 'https://office.example/oauth/callback/kakao'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

async function beginSignIn() {
  const payload = { code_challenge: challenge, redirect_uri: redirectUri }
  const response = await app.inject({ method: 'POST', url: '/oauth/begin/kakao', payload })
  return startSignInResponseSchema.parse(response.json())
}

async function signIn(code = 'good', invitation?: string) {
  const { state } = await beginSignIn()
  const payload = { code, redirect_uri: redirectUri, state, code_verifier: verifier, invitation }
  return app.inject({ method: 'POST', url: '/oauth/callback/kakao/', payload })
}
