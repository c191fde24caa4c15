import { afterEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { makeTokens } from '#tests/support/outbox/outbox-fixtures.ts'
import { session, setSignedOut } from './session-store.ts'
import { storageKeys } from './stored-login/stored-login.ts'

afterEach(() => {
  setSignedOut()
  vi.unstubAllGlobals()
})

test('asks for the second factor when the call that is repeated after a renewal needs one', async () => {
  const stored = new Map<string, string>([[storageKeys.refreshToken, 'r1']])
  vi.stubGlobal('localStorage', createFakeStorage(stored))
  vi.stubGlobal('document', { querySelectorAll: () => [], querySelector: () => null })
  // Another window renews the login while this one waits for its turn.
  const request = (_name: string, _options: object, work: () => unknown) => {
    stored.set(storageKeys.userInfo, JSON.stringify(makeTokens().user_info))
    return work()
  }
  vi.stubGlobal('navigator', { locks: { request } })
  const factorProblem = { code: 'second_factor_needed', factor: 'pass' }
  const responses = [Response.json({}, { status: 401 }), Response.json(factorProblem, { status: 428 })]
  vi.stubGlobal('fetch', () => Promise.resolve(responses.shift()))
  const { fetchWithLogin } = await import('./fetch-with-login.ts')
  expect((await fetchWithLogin('https://office.test/api/office/')).status).toBe(428)
  expect(session.factorReason).toBe('pass')
})
