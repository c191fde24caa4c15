import { expect, test } from 'vitest'
import { checkOAuthState, type OAuthState, returnPath } from './oauth-state.ts'

const startedAt = 1_790_000_000_000
const saved: OAuthState = {
  state: 'abc',
  verifier: 'secret',
  timestamp: startedAt,
  path: '/services/real-estate',
  search: '?tab=table',
  hash: '#row',
  place: 'page',
}

test('accepts a sign-in that comes back within 30 minutes', () => {
  expect(checkOAuthState(saved, 'abc', startedAt + 1_800_000)).toEqual({ ok: true, saved })
})

test('expires a sign-in that took longer than 30 minutes', () => {
  expect(checkOAuthState(saved, 'abc', startedAt + 1_800_001)).toEqual({ ok: false, reason: 'expired' })
})

test('expires a state when the clock was set back after it was saved', () => {
  expect(checkOAuthState(saved, 'abc', startedAt - 1)).toEqual({ ok: false, reason: 'expired' })
})

test('refuses a sign-in response this browser did not request', () => {
  expect(checkOAuthState(saved, 'other', startedAt)).toEqual({ ok: false, reason: 'unknown' })
  expect(checkOAuthState(null, 'abc', startedAt)).toEqual({ ok: false, reason: 'unknown' })
  expect(checkOAuthState(saved, null, startedAt)).toEqual({ ok: false, reason: 'unknown' })
})

test('returns to the page the sign-in started from, with query and hash', () => {
  expect(returnPath(saved)).toBe('/services/real-estate?tab=table#row')
})

test('never returns to another site or back into the sign-in', () => {
  expect(returnPath({ ...saved, path: '//evil.example', search: '', hash: '' })).toBe('/')
  expect(returnPath({ ...saved, path: '/oauth/callback/kakao', search: '?code=a&state=b' })).toBe('/')
})
