import { expect, test } from 'vitest'
import { decideRestore } from './restore-session.ts'

const none = { accessToken: null, refreshToken: null, userInfo: null }

test('a stored access token with its user opens the app at once', () => {
  expect(decideRestore({ accessToken: 'a', refreshToken: 'r', userInfo: '{}' })).toBe('stored')
})

test('a stored access token without a user asks the server whose it is', () => {
  expect(decideRestore({ ...none, accessToken: 'a' })).toBe('ask_user')
})

test('a refresh token alone is renewed', () => {
  expect(decideRestore({ ...none, refreshToken: 'r', userInfo: '{}' })).toBe('refresh')
})

test('a stored user without any token is nobody', () => {
  expect(decideRestore({ ...none, userInfo: '{}' })).toBe('nobody')
})
