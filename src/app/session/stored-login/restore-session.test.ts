import { expect, test } from 'vitest'
import { decideRestore } from './restore-session.ts'

const noLogin = { accessToken: null, refreshToken: null, userInfo: null }

test('opens the app at once with a stored access token and its user', () => {
  expect(decideRestore({ accessToken: 'a', refreshToken: 'r', userInfo: '{}' })).toBe('stored')
})

test('asks the server for the user when only an access token is stored', () => {
  expect(decideRestore({ ...noLogin, accessToken: 'a' })).toBe('ask_user')
})

test('renews the session when only a refresh token is stored', () => {
  expect(decideRestore({ ...noLogin, refreshToken: 'r', userInfo: '{}' })).toBe('refresh')
})

test('signs nobody in when a user is stored without any token', () => {
  expect(decideRestore({ ...noLogin, userInfo: '{}' })).toBe('nobody')
})
