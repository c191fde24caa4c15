import { beforeEach, expect, test } from 'vitest'
import type { UserInfo } from '#contract/session/session.ts'
import { applyOutboxState, session, setLapsed, setSignedOut, setUser } from './session-store.ts'

const user = {
  id: '0193a000-0000-7000-8000-000000000001',
  nickname: '한온결',
  is_active: true,
  is_staff: true,
} as UserInfo

beforeEach(setSignedOut)

test('takes back a lapse when the outbox no longer reports one', () => {
  setUser(user)
  applyOutboxState(true)
  expect(session.needsSignIn).toBe(true)
  applyOutboxState(false)
  expect(session.needsSignIn).toBe(false)
})

test('keeps a session that the server refused lapsed until someone signs in', () => {
  setUser(user)
  setLapsed()
  applyOutboxState(true)
  applyOutboxState(false)
  expect(session.needsSignIn).toBe(true)
  setUser(user)
  expect(session.needsSignIn).toBe(false)
  setSignedOut()
  applyOutboxState(true)
  expect(session.needsSignIn).toBe(false)
})
