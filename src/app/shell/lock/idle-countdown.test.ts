import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fakes/local-storage.ts'
import { endNotice, idleNotice, startIdleCountdown } from './idle-countdown.ts'
import { screenLock } from './screen-lock.ts'

const minute = 60_000
let stop = () => undefined as void
const lock = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 })
  vi.stubGlobal('localStorage', createFakeStorage(new Map([['screen_active_at', String(Date.now())]])))
  screenLock.reasons = []
  lock.mockReset()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('announces the lock one minute before it locks', () => {
  stop = startIdleCountdown(() => ({ limitMs: 10 * minute, lock }))
  vi.advanceTimersByTime(9 * minute - 1_000)
  expect(idleNotice.locksAt).toBeNull()
  vi.advanceTimersByTime(1_000)
  expect(idleNotice.locksAt).toBe(Date.now() + minute)
  vi.advanceTimersByTime(minute - 1_000)
  expect(lock).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(lock).toHaveBeenCalled()
})

test('ends the notice when the user is active in another tab', () => {
  stop = startIdleCountdown(() => ({ limitMs: 10 * minute, lock }))
  vi.advanceTimersByTime(9.5 * minute)
  localStorage.setItem('screen_active_at', String(Date.now()))
  vi.advanceTimersByTime(1_000)
  expect(idleNotice.locksAt).toBeNull()
  endNotice()
  vi.advanceTimersByTime(5 * minute)
  expect([idleNotice.locksAt, lock.mock.calls.length]).toEqual([null, 0])
})

test('announces nothing without a lock to come, or when one covers the screens already', () => {
  stop = startIdleCountdown(() => null)
  vi.advanceTimersByTime(60 * minute)
  expect(idleNotice.locksAt).toBeNull()
  stop()
  stop = startIdleCountdown(() => ({ limitMs: 10 * minute, lock }))
  screenLock.reasons = ['factor']
  vi.advanceTimersByTime(minute)
  expect(idleNotice.locksAt).toBeNull()
})
