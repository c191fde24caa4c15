import { afterEach, describe, expect, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { signInForTokens } from '#tests/support/people/sign-in-calls.ts'
import { buildTestApp, type TestApp } from '#tests/support/servers/build-test-app.ts'

let server: TestApp | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('whether copies on devices must be encrypted', () => {
  test.each([
    ['sealed', { staff: true, superuser: true, member: false }],
    ['open', { staff: false, superuser: false, member: false }],
  ] as const)(
    'is sent at sign-in to people who have a copy of the office’s records (%s)',
    async (offlineCopies, reported) => {
      server = await buildTestApp({ config: { offlineCopies, publicUrl: undefined } })
      const origin = await server.listen()
      for (const account of ['staff', 'superuser', 'member'] as const)
        expect((await signInForTokens(origin, account)).seals_copies, account).toBe(reported[account])
    },
  )

  test('is sent to devices that signed in before the setting changed, and not for forged tokens', async () => {
    server = await buildTestApp({ config: { offlineCopies: 'open', publicUrl: undefined } })
    const { access_token, refresh_token } = await signInForTokens(await server.listen(), 'staff')
    // As if the office restarted with another setting.
    Object.assign(server.deps.config, { offlineCopies: 'sealed' })
    const post = async (path: string, payload: object) =>
      (await server?.app.inject({ method: 'POST', url: path, payload }))?.json()
    const check = (token: string) => post('/oauth/check_token/kakao/', { access_token: token })
    expect(await check(access_token)).toEqual({ is_valid: true, seals_copies: true })
    expect(await check('forged')).toEqual({ is_valid: false })
    expect(await post('/oauth/get_refresh_token/kakao/', { refresh_token })).toMatchObject({ seals_copies: true })
  })

  test.each([
    [{}, 'open'],
    [{ OFFLINE_COPIES: 'sealed' }, 'sealed'],
    [{ KAKAO_REST_KEY: 'key', PUBLIC_URL: 'https://office.example' }, 'sealed'],
    [{ KAKAO_REST_KEY: 'key', PUBLIC_URL: 'https://office.example', OFFLINE_COPIES: 'open' }, 'open'],
  ])('follows from who can reach the server, unless it is set: %j', (env, offlineCopies) => {
    expect(loadConfig(env).offlineCopies).toBe(offlineCopies)
  })

  test('accepts only two values', () => {
    expect(() => loadConfig({ OFFLINE_COPIES: 'on' })).toThrow('sealed 또는 open으로 적어 주세요.')
  })
})
