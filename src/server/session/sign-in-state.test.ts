import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/problem.ts'
import { startSignInResponseSchema, tokensSchema } from '#contract/session/session.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { computeChallenge } from './sign-in-state.ts'

let clock = new Date()
const server = await buildTestApp({ now: () => clock })
afterAll(server.close)
beforeEach(async () => {
  clock = new Date()
  await server.db.deleteFrom('sign_in_state').execute()
})

const redirectUri = 'http://localhost/oauth/callback/kakao'
const expired = '인증 상태가 만료되었습니다. 다시 로그인해 주세요.'
const spentCode = '인증 코드가 만료되었거나 이미 사용되었습니다. 다시 로그인해 주세요.'

describe('a sign-in', () => {
  test('is finished by the browser that began it', async () => {
    expect(tokensSchema.parse((await finish(await returnFromProvider())).json()).user_info.is_staff).toBe(true)
  })

  test('cannot be begun for a foreign origin', async () => {
    for (const url of [
      'https://evil.example/oauth/callback/kakao',
      'http://localhost:81/',
      'http://localhost@evil.example/',
      'javascript:alert(1)',
      '/oauth/callback/kakao',
    ]) {
      const response = await post('/oauth/begin/kakao', {
        code_challenge: computeChallenge(createSecret()),
        redirect_uri: url,
      })
      expect(response.statusCode, url).toBe(400)
      expect(problemSchema.parse(response.json()).message).toBe(
        '이 사이트의 주소(http://localhost)에서 로그인해 주세요.',
      )
    }
    expect(await openStates()).toBe(0)
  })

  test.each(['', 'short', 'a'.repeat(44), `${'a'.repeat(42)}=`])(
    'is not begun with the challenge %j',
    async (challenge) => {
      const response = await post('/oauth/begin/kakao', { code_challenge: challenge, redirect_uri: redirectUri })
      expect(response.statusCode).toBe(400)
      expect(Object.keys(problemSchema.parse(response.json()).fields ?? {})).toEqual(['code_challenge'])
    },
  )

  test('cannot be forced on another person with one’s own code and state', async () => {
    const attacker = await returnFromProvider()
    const victim = await beginSignIn()
    const slipped = await finish({ ...attacker, code_verifier: victim.code_verifier })
    expect(readRefusal(slipped)).toBe(expired)
    const ownState = await finish({ ...attacker, state: victim.state, code_verifier: victim.code_verifier })
    expect(readRefusal(ownState)).toBe(spentCode)
  })

  test('cannot be finished in another browser that saw code and state', async () => {
    const callback = await returnFromProvider()
    const thief = await beginSignIn()
    expect(readRefusal(await finish({ ...callback, code_verifier: createSecret() }))).toBe(expired)
    expect(readRefusal(await finish({ ...callback, state: thief.state, code_verifier: thief.code_verifier }))).toBe(
      spentCode,
    )
  })

  test('is finished once, also by two concurrent calls, and a failed attempt ends it', async () => {
    const back = await returnFromProvider()
    const both = await Promise.all([finish(back), finish(back)])
    expect(both.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect(readRefusal(await finish(back))).toBe(expired)

    const other = await returnFromProvider()
    expect(readRefusal(await finish({ ...other, code_verifier: createSecret() }))).toBe(expired)
    expect(readRefusal(await finish(other))).toBe(expired)
    const third = await returnFromProvider()
    expect(readRefusal(await finish({ ...third, code: 'ogc_unknown' }))).toBe(spentCode)
    expect(readRefusal(await finish(third))).toBe(expired)
  })

  test('may take 30 minutes and no longer', async () => {
    const started = clock
    const [slow, tooSlow] = [await beginSignIn(), await beginSignIn()]
    clock = new Date(started.getTime() + 1_799_999)
    expect((await finish(await returnFromProvider(slow))).statusCode).toBe(200)
    const back = await returnFromProvider(tooSlow)
    const tooLate = await beginSignIn()
    clock = new Date(started.getTime() + 1_800_000)
    expect(readRefusal(await finish(back))).toBe(expired)
    expect((await fetch(tooSlow.authorizeUrl)).status).toBe(400)
    expect((await fetch(tooLate.authorizeUrl)).status).toBe(200)
  })

  test('returns to the URL it was begun for', async () => {
    const back = await returnFromProvider()
    expect(readRefusal(await finish({ ...back, redirect_uri: 'http://localhost/oauth/callback/other' }))).toBe(expired)
  })

  test('with an unknown state is refused', async () => {
    expect(readRefusal(await finish({ ...(await returnFromProvider()), state: 'over' }))).toBe(expired)
  })
})

describe('the stored state', () => {
  test('is not enough to finish the sign-in', async () => {
    const { state, code_verifier: secret, code } = await returnFromProvider()
    const rows = JSON.stringify([
      await server.db.selectFrom('sign_in_state').selectAll().execute(),
      await server.db.selectFrom('oauth_code').selectAll().execute(),
    ])
    expect(rows).toContain(createHash('sha256').update(state).digest('hex'))
    for (const stored of [state, secret, code]) expect(rows).not.toContain(stored)
  })

  test('is deleted after its expiry', async () => {
    await beginSignIn()
    clock = new Date(clock.getTime() + 1_800_001)
    await beginSignIn()
    expect(await openStates()).toBe(1)
  })

  test('is bounded: in a flood the newest stay', async () => {
    await beginSignIn()
    await server.db
      .insertInto('sign_in_state')
      .values(
        Array.from({ length: 10_005 }, (_, index) => ({
          hash: `flood ${index}`,
          code_challenge: 'x',
          redirect_uri: redirectUri,
          expires_at: new Date(clock.getTime() + 1_700_000 - index).toISOString(),
        })),
      )
      .execute()
    const honest = await beginSignIn()
    expect(await openStates()).toBe(10_000)
    expect((await finish(await returnFromProvider(honest))).statusCode).toBe(200)
  })
})

interface Kept {
  state: string
  authorizeUrl: string
  code_verifier: string
}

function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The data a browser stores when it begins to sign in. */
async function beginSignIn(): Promise<Kept> {
  const secret = createSecret()
  const response = await post('/oauth/begin/kakao', {
    code_challenge: computeChallenge(secret),
    redirect_uri: redirectUri,
  })
  return { ...startSignInResponseSchema.parse(response.json()), code_verifier: secret }
}

/** Goes through the provider's page: the request the browser then sends. */
async function returnFromProvider(stored?: Kept) {
  const { authorizeUrl, code_verifier } = stored ?? (await beginSignIn())
  const page = await fetch(`${authorizeUrl}&account=staff`, { redirect: 'manual' })
  const back = Object.fromEntries(new URL(z.string().parse(page.headers.get('location'))).searchParams)
  return { ...z.object({ code: z.string(), state: z.string() }).parse(back), redirect_uri: redirectUri, code_verifier }
}

function finish(body: Awaited<ReturnType<typeof returnFromProvider>>) {
  return post('/oauth/callback/kakao', body)
}

function post(url: string, payload: object) {
  return server.app.inject({ method: 'POST', url, payload })
}

function readRefusal(response: Awaited<ReturnType<typeof finish>>): string {
  expect(response.statusCode).toBe(400)
  return problemSchema.parse(response.json()).message
}

async function openStates(): Promise<number> {
  return (await server.db.selectFrom('sign_in_state').select('hash').execute()).length
}
