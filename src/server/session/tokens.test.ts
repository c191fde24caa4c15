import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { problemSchema } from '#contract/problem.ts'
import {
  checkTokenResponseSchema,
  type Tokens,
  tokensSchema,
  userInfoResponseSchema,
} from '#contract/session/session.ts'
import { requireStaff, requireSuperuser } from '#server/plugins/bearer.ts'
import { buildTestApp } from '#tests/support/servers/build-test-app.ts'
import { sweepSessions } from './tokens.ts'

let clock = new Date()
const server = await buildTestApp({ now: () => clock })
afterAll(server.close)
beforeEach(() => {
  clock = new Date()
})

const minute = 60_000

describe('an access token', () => {
  test('speaks for its person for an hour', async () => {
    const { accessToken } = await server.signIn('staff')
    expect(await isValid(accessToken)).toBe(true)
    clock = new Date(clock.getTime() + 59 * minute)
    expect(await isValid(accessToken)).toBe(true)
    clock = new Date(clock.getTime() + 2 * minute)
    expect(await isValid(accessToken)).toBe(false)
    expect(await readTokenOwner(accessToken)).toMatchObject({ status: 401, code: 'signed_out' })
  })

  test.each(['forged', 'oga_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA', "' or 1=1 --", '한글'])(
    'that is forged (%s) is refused',
    async (token) => {
      expect(await isValid(token)).toBe(false)
      expect(await readTokenOwner(encodeURIComponent(token))).toMatchObject({ status: 401, code: 'signed_out' })
    },
  )

  test('is no refresh token, and a refresh token is no access token', async () => {
    const { accessToken, refreshToken } = await server.signIn('staff')
    expect(await isValid(refreshToken)).toBe(false)
    expect((await refresh(accessToken)).statusCode).toBe(401)
  })

  test('returns the person behind it', async () => {
    const { accessToken, user } = await server.signIn('superuser')
    const result = await post('/oauth/get_user_info/kakao', { access_token: accessToken, refresh_token: 'x' })
    expect(userInfoResponseSchema.parse(result.json()).user_info).toEqual(user)
    const nobody = await post('/oauth/get_user_info/kakao/', { access_token: 'forged' })
    expect(nobody.statusCode).toBe(401)
    expect(problemSchema.parse(nobody.json()).message).toBe('사용자 정보를 가져올 수 없습니다.')
  })
})

describe('a refresh token', () => {
  test.each(['/oauth/get_refresh_token/kakao', '/oauth/get_refresh_token/kakao/'])(
    '%s returns the next pair',
    async (url) => {
      const signedIn = await server.signIn('staff')
      const result = await post(url, { refresh_token: signedIn.refreshToken })
      const next = tokensSchema.parse(result.json())
      expect(next.refresh_token).not.toBe(signedIn.refreshToken)
      expect(next.user_info.id).toBe(signedIn.user.id)
      expect(await isValid(next.access_token)).toBe(true)
      expect(await isValid(signedIn.accessToken)).toBe(true)
    },
  )

  test.each([{}, { refresh_token: '' }])('that is missing (%j) is named in the error', async (body) => {
    const result = await post('/oauth/get_refresh_token/kakao/', body)
    expect(result.statusCode).toBe(400)
    expect(result.json()).toMatchObject({
      message: '리프레시 토큰이 없습니다.',
      fields: { refresh_token: '리프레시 토큰이 없습니다.' },
    })
  })

  test('that comes again after its successor was used ends the whole family', async () => {
    const first = (await server.signIn('staff')).refreshToken
    const second = await refreshTokens(first)
    const third = await refreshTokens(second.refresh_token)
    expect((await refresh(first)).statusCode).toBe(401)
    expect(await isValid(third.access_token)).toBe(false)
    expect((await refresh(third.refresh_token)).statusCode).toBe(401)
    const rows = await server.db.selectFrom('audit').select('act').where('act', '=', 'session_reuse').execute()
    expect(rows.length).toBeGreaterThan(0)
  })

  test('may be repeated when the response was lost, any number of times, and the unused successors end', async () => {
    const first = (await server.signIn('staff')).refreshToken
    const droppedTokens = await refreshTokens(first)
    const lostToo = await refreshTokens(first)
    const arrived = await refreshTokens(first)
    expect(await isValid(droppedTokens.access_token)).toBe(false)
    expect(await isValid(lostToo.access_token)).toBe(false)
    expect(await isValid(arrived.access_token)).toBe(true)
    const next = await refreshTokens(arrived.refresh_token)
    expect(await isValid(next.access_token)).toBe(true)
  })

  test('ends the family when it is a replaced successor: two parties held it', async () => {
    const first = (await server.signIn('staff')).refreshToken
    const heldTokens = await refreshTokens(first)
    const other = await refreshTokens(first)
    expect((await refresh(heldTokens.refresh_token)).statusCode).toBe(401)
    expect(await isValid(other.access_token)).toBe(false)
  })

  test('sent twice concurrently gives two pairs, of which one lives', async () => {
    const first = (await server.signIn('staff')).refreshToken
    const both = await Promise.all([refreshTokens(first), refreshTokens(first)])
    const alive = await Promise.all(both.map((pair) => isValid(pair.access_token)))
    expect(alive.filter(Boolean)).toHaveLength(1)
  })

  test('ends thirty days after the sign-in, even if it was renewed often', async () => {
    const signedInAt = clock.getTime()
    const first = (await server.signIn('staff')).refreshToken
    clock = new Date(signedInAt + 15 * dayMs)
    const second = await refreshTokens(first)
    clock = new Date(signedInAt + 30 * dayMs - 10 * minute)
    const third = await refreshTokens(second.refresh_token)
    expect(third.expires_in).toBe(600)
    expect(await isValid(third.access_token)).toBe(true)
    clock = new Date(signedInAt + 30 * dayMs)
    expect(await isValid(third.access_token)).toBe(false)
    expect((await refresh(third.refresh_token)).statusCode).toBe(401)
  })
})

describe('old sessions', () => {
  test('are deleted once none of their tokens can be valid, and no sooner', async () => {
    const { accessToken } = await server.signIn('staff')
    const count = async () => (await server.db.selectFrom('session').select('id').execute()).length
    const before = await count()
    await sweepSessions(server.db, new Date(clock.getTime() + 29 * dayMs))
    expect(await count()).toBe(before)
    await sweepSessions(server.db, new Date(clock.getTime() + 31 * dayMs))
    expect(await count()).toBe(0)
    expect(await isValid(accessToken)).toBe(false)
  })
})

describe('a session ends', () => {
  test('when the person signs out; signing out twice is not an error', async () => {
    const here = await server.signIn('staff')
    const elsewhere = await server.signIn('staff')
    for (const url of ['/oauth/logout', '/oauth/logout/']) {
      const result = await post(url, { refresh_token: here.refreshToken })
      expect(result.json()).toEqual({ ok: true })
    }
    expect(await isValid(here.accessToken)).toBe(false)
    expect((await refresh(here.refreshToken)).statusCode).toBe(401)
    expect(await isValid(elsewhere.accessToken)).toBe(true)
  })

  test('by its access token alone, even an expired one, and by either of two tokens', async () => {
    const [session, other] = [await server.signIn('staff'), await server.signIn('staff')]
    const signOut = (options: { token: string; payload?: Record<string, unknown> }) =>
      server.app.inject({
        method: 'POST',
        url: '/oauth/logout',
        headers: { authorization: `Bearer ${options.token}` },
        ...(options.payload && { payload: options.payload }),
      })
    expect((await signOut({ token: session.accessToken })).json()).toEqual({ ok: true })
    expect((await refresh(session.refreshToken)).statusCode).toBe(401)
    clock = new Date(clock.getTime() + 2 * 60 * minute)
    const result = await signOut({ token: other.accessToken, payload: { refresh_token: 'long gone' } })
    expect(result.json()).toEqual({ ok: true })
    expect((await refresh(other.refreshToken)).statusCode).toBe(401)
    expect((await signOut({ token: 'forged', payload: {} })).json()).toEqual({ ok: true })
    const trailRows = await server.db.selectFrom('audit').select('act').where('act', '=', 'sign_out').execute()
    expect(trailRows.length).toBeGreaterThanOrEqual(2)
  })

  test.each([
    ['staff', { is_staff: false }, { is_staff: true }],
    ['superuser', { is_superuser: false }, { is_superuser: true }],
    ['member', { is_active: false }, { is_active: true }],
  ] as const)('at once when %s loses %o', async (account, removedRight, change) => {
    const { accessToken, refreshToken } = await server.signIn(account)
    await server.db.updateTable('app_user').set(removedRight).where('provider_id', '=', account).execute()
    await server.db.updateTable('app_user').set(change).where('provider_id', '=', account).execute()
    expect(await isValid(accessToken)).toBe(false)
    expect((await refresh(refreshToken)).statusCode).toBe(401)
  })

  test('but not when a person gains a role', async () => {
    const { accessToken } = await server.signIn('member')
    await server.db.updateTable('app_user').set({ is_staff: true }).where('provider_id', '=', 'member').execute()
    expect(await isValid(accessToken)).toBe(true)
    await server.db.updateTable('app_user').set({ is_staff: false }).where('provider_id', '=', 'member').execute()
  })
})

describe('roles', () => {
  test('staff pages are closed to visitors and members, open to staff and superusers', () => {
    const requireStaffAs = (user: Parameters<typeof requireStaff>[0]['user']) => () => requireStaff(createRequest(user))
    expect(requireStaffAs(null)).toThrow('로그인이 필요합니다.')
    expect(requireStaffAs(createPerson(false, false))).toThrow('이 작업을 할 권한이 없습니다.')
    expect(requireStaffAs(createPerson(true, false))().isStaff).toBe(true)
    expect(requireStaffAs(createPerson(false, true))().isSuperuser).toBe(true)
    expect(() => requireSuperuser(createRequest(createPerson(true, false)))).toThrow('이 작업을 할 권한이 없습니다.')
  })
})

type Request = Parameters<typeof requireStaff>[0]

function createPerson(isStaff: boolean, isSuperuser: boolean): NonNullable<Request['user']> {
  return { id: '00000000-0000-7000-8000-00000000000a', name: '미르', isStaff, isSuperuser }
}

function createRequest(user: Request['user']): Request {
  return { user } as Request
}

/** An API route's response to a bearer token; any path works, because the hook runs first. */
async function readTokenOwner(token: string) {
  const response = await server.app.inject({
    method: 'GET',
    url: '/api/health',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: response.statusCode, code: problemSchema.parse(response.json()).code }
}

async function isValid(accessToken: string): Promise<boolean> {
  const result = await post('/oauth/check_token/kakao/', { access_token: accessToken })
  return checkTokenResponseSchema.parse(result.json()).is_valid
}

async function refreshTokens(refreshToken: string): Promise<Tokens> {
  return tokensSchema.parse((await refresh(refreshToken)).json())
}

function refresh(refreshToken: string) {
  return post('/oauth/get_refresh_token/kakao/', { refresh_token: refreshToken })
}

function post(url: string, payload: Record<string, unknown>) {
  return server.app.inject({ method: 'POST', url, payload })
}
