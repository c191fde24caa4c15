import { afterEach, expect, test, vi } from 'vitest'
import type { EntryView, OfflineCopy, SyncStatus } from '#mirror/offline-copy.ts'
import { trackSending } from './track-sending.ts'

afterEach(() => void vi.useRealTimers())

/** An outbox whose entries are set by hand. */
function fakeOutbox(initial: readonly Partial<EntryView>[]) {
  const listeners = new Set<() => void>()
  const retried: string[] = []
  const current = { entries: initial, connection: 'online' as SyncStatus['connection'] }
  const copy = {
    outbox: {
      getEntries: () => current.entries.map((entry) => ({ collection: 'real-estate', changes: {}, ...entry })),
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      retry: async (opId: string) => void retried.push(opId),
    },
    subscribeStatus: () => () => undefined,
    getStatus: () => ({ connection: current.connection, needsSignIn: false, needsUpdate: false }),
  } as unknown as OfflineCopy
  function setEntries(entries: readonly Partial<EntryView>[]) {
    current.entries = entries
    for (const listener of [...listeners]) listener()
  }
  return { copy, setEntries, listeners, retried }
}

const makeQueued = (recordId: string, overrides: Partial<EntryView> = {}): Partial<EntryView> => ({
  opId: `op-${recordId}`,
  recordId,
  state: 'queued',
  caption: `소유자 ${recordId}`,
  ...overrides,
})
const rejected = { state: 'rejected', problem: { code: 'refused', message: '마감되었습니다.' } } as const

test('counts its own records until the server has responded, and ignores others', () => {
  const { copy } = fakeOutbox([makeQueued('a'), makeQueued('b', { state: 'acked' }), makeQueued('x')])
  expect(trackSending(copy, 'real-estate', new Set(['a', 'b'])).getState()).toMatchObject({ waiting: 1, failures: [] })
})

test('notifies every listener once and stops watching after the last one leaves', () => {
  vi.useFakeTimers()
  const { copy, setEntries, listeners } = fakeOutbox([makeQueued('a')])
  const sending = trackSending(copy, 'real-estate', new Set(['a']))
  const notifications = { first: 0, second: 0 }
  const stops = [
    sending.subscribe(() => (notifications.first += 1)),
    sending.subscribe(() => (notifications.second += 1)),
  ]
  setEntries([])
  vi.runAllTimers()
  expect([notifications, sending.getState().waiting]).toEqual([{ first: 1, second: 1 }, 0])
  for (const stop of stops) stop()
  expect(listeners.size).toBe(0)
})

test('lists a deleted record as gone and offers no retry', () => {
  const goneEntry = { ...rejected, isGone: true, problem: { code: 'not_found', message: '없습니다.' } } as const
  const { copy } = fakeOutbox([makeQueued('a', goneEntry)])
  expect(trackSending(copy, 'real-estate', new Set(['a'])).getState().failures).toEqual([
    {
      id: 'a',
      caption: '소유자 a',
      reason: '서버에 이 사건이 없습니다. 다른 사람이 삭제했을 수 있습니다.',
      failureActions: [],
    },
  ])
})

test('lists a refused record with its reason, and retries its newest entry', async () => {
  vi.useFakeTimers()
  const { copy, setEntries, retried } = fakeOutbox([makeQueued('a', rejected), makeQueued('a', { opId: 'behind' })])
  const sending = trackSending(copy, 'real-estate', new Set(['a']))
  expect(sending.getState()).toMatchObject({
    waiting: 0,
    failures: [{ caption: '소유자 a', reason: '마감되었습니다.' }],
  })
  const stop = sending.subscribe(() => undefined)
  setEntries([makeQueued('a', { ...rejected, opId: 'again' })])
  vi.runAllTimers()
  await sending.getState().failures[0]?.failureActions[0]?.run()
  expect(retried).toEqual(['again'])
  stop()
})

test('offers a choice between two values for a conflict, and leaves it out of a retry of all', () => {
  const { copy } = fakeOutbox([makeQueued('a', { state: 'conflict' })])
  const [failure] = trackSending(copy, 'real-estate', new Set(['a'])).getState().failures
  expect(failure?.failureActions.map(({ label, isRetry }) => [label, isRetry])).toEqual([
    ['내 값으로', false],
    ['상대 값으로', false],
  ])
})
