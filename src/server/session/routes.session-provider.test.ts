import { afterAll, expect, test } from 'vitest'
import { checkTokenResponseSchema } from '#contract/session/session.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'
import { createTestDatabase } from '#tests/support/servers/test-database.ts'
import { loadDemoUsers } from './demo-users.ts'

const database = await createTestDatabase()
await loadDemoUsers(database.db)
afterAll(() => database.drop())

const signIns = [
  ['LOCAL_LOGIN=off', { localLogin: false }],
  ['Kakao keys', { kakao: { restKey: 'key', clientSecret: undefined }, localLogin: false }],
] as const

test.each(signIns)(
  'with %s the tokens of demo accounts end, and switching back does not revive them',
  async (_, config) => {
    const open = await buildTestApp({ database })
    const { accessToken, refreshToken } = await open.signIn('superuser')
    expect(await callTokenRoutes(open, accessToken, refreshToken)).toEqual(accepted)
    await open.close()

    const shut = await buildTestApp({ database, config })
    expect(await callTokenRoutes(shut, accessToken, refreshToken)).toEqual(refused)
    await shut.close()
    const ended = await database.db.selectFrom('session').select(['provider', 'ended_why']).execute()
    expect(ended.every((row) => row.provider === 'local' && row.ended_why === 'provider_gone')).toBe(true)

    const restarted = await buildTestApp({ database })
    expect(await callTokenRoutes(restarted, accessToken, refreshToken)).toEqual(refused)
    await restarted.close()
  },
)

test('refuses a demo session of another process where demo accounts are disabled', async () => {
  const shut = await buildTestApp({ database, config: { localLogin: false } })
  const open = await buildTestApp({ database })
  const { accessToken, refreshToken } = await open.signIn('staff')
  expect(await callTokenRoutes(shut, accessToken, refreshToken)).toEqual(refused)
  expect(await callTokenRoutes(open, accessToken, refreshToken)).toEqual(accepted)
  await Promise.all([shut.close(), open.close()])
})

test('a process without Kakao keys refuses Kakao sessions and ends none of them', async () => {
  const open = await buildTestApp({ database })
  const { accessToken, refreshToken } = await open.signIn('staff')
  await database.db.updateTable('session').set({ provider: 'kakao' }).where('ended_at', 'is', null).execute()
  expect(await callTokenRoutes(open, accessToken, refreshToken)).toEqual(refused)
  await open.close()
  const withKeys = await buildTestApp({ database, config: { kakao: { restKey: 'key', clientSecret: undefined } } })
  expect(await callTokenRoutes(withKeys, accessToken, refreshToken)).toEqual(accepted)
  await withKeys.close()
})

const accepted = { bearer: 200, check: true, user: 200, refresh: 200 }
const refused = { bearer: 401, check: false, user: 401, refresh: 401 }

/** The responses of all routes that take a token. */
async function callTokenRoutes({ app }: TestApp, accessToken: string, refreshToken: string) {
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload })
  const bearer = await app.inject({ url: '/api/health', headers: { authorization: `Bearer ${accessToken}` } })
  const check = await post('/oauth/check_token/kakao/', { access_token: accessToken })
  const user = await post('/oauth/get_user_info/kakao/', { access_token: accessToken })
  const refresh = await post('/oauth/get_refresh_token/kakao/', { refresh_token: refreshToken })
  return {
    bearer: bearer.statusCode,
    check: checkTokenResponseSchema.parse(check.json()).is_valid,
    user: user.statusCode,
    refresh: refresh.statusCode,
  }
}
