import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { storageKeys } from '../../stored-login/stored-login.ts'
import type { OAuthState } from '../oauth-state.ts'
import { finishSignIn } from './finish-sign-in.ts'

const startedState: OAuthState = {
  state: 'mine',
  verifier: 'secret',
  timestamp: Date.now(),
  place: 'page',
  path: '/services/real-estate',
  search: '?tab=table',
  hash: '#row',
}
const returnUrl = '/services/real-estate?tab=table#row'
const tooLate = '인증 상태가 만료되었습니다. 다시 로그인해 주세요.'

const stored = new Map<string, string>()
const requests: string[] = []

beforeEach(() => {
  stored.clear()
  requests.length = 0
  vi.stubGlobal('localStorage', createFakeStorage(stored))
  vi.stubGlobal('location', new URL('https://office.test/oauth/callback/kakao'))
  // A device without a network: records what the sign-in would send; nothing responds.
  vi.stubGlobal('fetch', (path: string) => {
    requests.push(path)
    return Promise.reject(new TypeError('no network'))
  })
})
afterEach(() => vi.unstubAllGlobals())

function saveState(state: Partial<OAuthState> = {}): void {
  stored.set(storageKeys.authState, JSON.stringify({ ...startedState, ...state }))
}

const finish = (query: string, path: 'kakao' | 'kia' = 'kakao') => finishSignIn(path, new URLSearchParams(query))

test.each(['kakao', 'kia'] as const)('refuses a %s sign-in that this browser did not begin', async (path) => {
  expect(await finish('code=good&state=theirs', path)).toMatchObject({ ok: false, message: tooLate, returnTo: '/' })
  expect(requests).toEqual([])
})

test("refuses someone else's code and state while a sign-in of this browser is running", async () => {
  saveState()
  expect(await finish('code=good&state=theirs')).toMatchObject({ ok: false, message: tooLate })
  expect(requests).toEqual([])
  expect(stored.get(storageKeys.accessToken)).toBeUndefined()
})

test('refuses a sign-in that took longer than 30 minutes', async () => {
  saveState({ timestamp: Date.now() - 30 * 60_000 - 1 })
  expect(await finish('code=good&state=mine')).toMatchObject({ ok: false, message: tooLate })
  expect(requests).toEqual([])
})

test('sends a code once and refuses the same URL when it is opened again', async () => {
  saveState()
  expect(await finish('code=good&state=mine')).toMatchObject({ ok: false, returnTo: returnUrl })
  expect(requests).toEqual(['/oauth/callback/kakao'])
  expect(await finish('code=good&state=mine')).toMatchObject({ ok: false, message: tooLate })
  expect(requests).toHaveLength(1)
})

test('says that the server did not respond, and returns to where the sign-in began', async () => {
  saveState({ place: 'window' })
  expect(await finish('code=good&state=mine')).toEqual({
    ok: false,
    place: 'window',
    returnTo: returnUrl,
    message: '토큰 발급에 실패했습니다: 서버에 연결할 수 없습니다. 네트워크를 확인해 주세요.',
  })
})

test.each([
  ['error=access_denied', '로그인이 취소되었거나 오류가 발생했습니다: 동의하지 않음'],
  ['error=server_error', '로그인이 취소되었거나 오류가 발생했습니다: server_error'],
  ['error=x&error_description=점검 중', '로그인이 취소되었거나 오류가 발생했습니다: 점검 중'],
  ['', '인증 코드가 없습니다. 다시 로그인해 주세요.'],
])('reports the outcome of "%s" and returns to the same place for another try', async (query, message) => {
  saveState()
  expect(await finish(query)).toEqual({ ok: false, message, returnTo: returnUrl, place: 'page' })
  expect(requests).toEqual([])
})

test('ignores a saved state that it cannot read', async () => {
  stored.set(storageKeys.authState, '{"state":"mine"}')
  expect(await finish('code=good&state=mine')).toMatchObject({ ok: false, message: tooLate, returnTo: '/' })
})
