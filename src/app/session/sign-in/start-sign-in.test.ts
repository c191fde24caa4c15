import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { problem } from '#contract/problem.ts'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { computeChallenge, newVerifier, startSignIn } from './start-sign-in.ts'

let refusal = problem('not_configured', { message: '아직 키가 없습니다.' })

beforeEach(() => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('localStorage', createFakeStorage(new Map()))
  vi.stubGlobal('location', new URL('https://office.test/blog'))
  vi.stubGlobal('navigator', { onLine: false })
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(refusal, { status: 501 })))
})
afterEach(() => vi.unstubAllGlobals())

test.each([
  problem('not_configured', { message: '기아 로그인 키(KIA_CLIENT_ID)가 아직 설정되지 않았습니다.' }),
  problem('internal'),
])('names the vehicle maker when its sign-in cannot begin ($code)', async (found) => {
  refusal = found
  expect(await startSignIn({ provider: 'kia', place: 'page' })).toEqual({
    ok: false,
    message: `기아 초기화에 실패했습니다. ${found.message}`,
  })
})

test("says why the office's own provider could not be begun", async () => {
  refusal = problem('not_configured', { message: '유효한 API 키가 설정되지 않았습니다.' })
  expect(await startSignIn({ place: 'page' })).toEqual({ ok: false, message: refusal.message })
})

test('says that nothing can be stored, instead of going to a provider whose answer would be lost', async () => {
  const full = createFakeStorage(new Map(), () => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  vi.stubGlobal('localStorage', full)
  vi.stubGlobal('addEventListener', () => undefined)
  const started = { state: 'state', authorizeUrl: 'https://provider.test/' }
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(started)))
  expect(await startSignIn({ place: 'page' })).toEqual({
    ok: false,
    message: expect.stringMatching(/^이 브라우저에 저장할 수 없어 로그인하지 못했습니다\./),
  })
})

test('computes the challenge of RFC 7636, appendix B', async () => {
  const challenge = await computeChallenge('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')
  expect(challenge).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
})

test('creates a new secret each time, in the shape the server accepts', () => {
  const secrets = new Set(Array.from({ length: 100 }, newVerifier))
  expect(secrets.size).toBe(100)
  for (const secret of secrets) expect(secret).toMatch(/^[\w-]{43}$/)
})
