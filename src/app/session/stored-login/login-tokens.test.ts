import { afterEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { makeTokens } from '#tests/support/outbox/outbox-fixtures.ts'
import { session, setLapsed, setSignedOut, setUser } from '../session-store.ts'
import { refreshTokens } from './login-tokens.ts'
import { storageKeys } from './stored-login.ts'

const user = makeTokens().user_info
const reason = '리프레시 토큰이 없습니다.'

afterEach(() => {
  setSignedOut()
  vi.unstubAllGlobals()
})

test.each([{ [storageKeys.userInfo]: JSON.stringify(user) }, {}])(
  'refuses to renew a login without a refresh token and says why (%j)',
  async (storedLogin) => {
    vi.stubGlobal(
      'localStorage',
      createFakeStorage(new Map(Object.entries({ [storageKeys.accessToken]: 'old', ...storedLogin }))),
    )
    expect(await refreshTokens()).toEqual({ kind: 'refused', reason })
  },
)

test('keeps the lapse reason when others report the same lapse, and clears it on sign-in', () => {
  setUser(user)
  setLapsed(reason)
  setLapsed()
  expect(session).toMatchObject({ needsSignIn: true, lapseReason: reason })
  setUser(user)
  expect(session).toMatchObject({ needsSignIn: false, lapseReason: '' })
})

test('does not report a lapse to a signed-out user', () => {
  setLapsed(reason)
  expect(session).toMatchObject({ needsSignIn: false, lapseReason: '' })
})
