import { afterEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { makeTokens } from '#tests/support/outbox/outbox-fixtures.ts'
import { clearStoredLogin, writeStoredLogin } from './stored-login.ts'

afterEach(() => vi.unstubAllGlobals())

test('stores a login under all its keys, updates them on every renewal, and removes them all', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', createFakeStorage(stored))
  const first = makeTokens()
  for (const login of [first, { ...first, access_token: 'next', refresh_token: 'next-refresh' }]) {
    writeStoredLogin(login)
    expect(Object.fromEntries(stored)).toEqual({
      access_token: login.access_token,
      refresh_token: login.refresh_token,
      kakao_token: login.access_token,
      kakao_refresh_token: login.refresh_token,
      user_info: JSON.stringify(login.user_info),
      last_login_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
  }
  clearStoredLogin()
  expect([...stored]).toEqual([])
})
