import { expect, test } from 'vitest'
import { checkAuthState, returnPath } from './auth-state.ts'
import type { AuthState } from './auth-state.ts'

const startedAt = 1_790_000_000_000
const saved: AuthState = {
  state: 'abc',
  verifier: 'secret',
  timestamp: startedAt,
  path: '/services/real-estate',
  search: '?tab=table',
  hash: '#row',
  place: 'page',
}

test('a sign-in that comes back within 30 minutes goes on', () => {
  expect(checkAuthState(saved, 'abc', startedAt + 1_800_000)).toEqual({ ok: true, saved })
})

test('a sign-in that took longer than 30 minutes starts again', () => {
  expect(checkAuthState(saved, 'abc', startedAt + 1_800_001)).toEqual({ ok: false, reason: 'expired' })
})

test('a state kept under a clock that has since been set back is expired', () => {
  expect(checkAuthState(saved, 'abc', startedAt - 1)).toEqual({ ok: false, reason: 'expired' })
})

test('an answer this browser did not ask for is not a sign-in', () => {
  expect(checkAuthState(saved, 'other', startedAt)).toEqual({ ok: false, reason: 'unknown' })
  expect(checkAuthState(null, 'abc', startedAt)).toEqual({ ok: false, reason: 'unknown' })
  expect(checkAuthState(saved, null, startedAt)).toEqual({ ok: false, reason: 'unknown' })
})

test('after signing in one is back where one came from, query and hash included', () => {
  expect(returnPath(saved)).toBe('/services/real-estate?tab=table#row')
})

test('a return path never leads to another site or back into the sign-in', () => {
  expect(returnPath({ ...saved, path: '//evil.example', search: '', hash: '' })).toBe('/')
  expect(returnPath({ ...saved, path: '/oauth/callback/kakao', search: '?code=a&state=b' })).toBe('/')
})
