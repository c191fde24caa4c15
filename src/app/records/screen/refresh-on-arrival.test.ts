import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RowSourceState } from '#contract/row-source.ts'
import { refreshOnArrival } from './refresh-on-arrival.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A list into which `come(rows)` brings rows that wait until it is refreshed. */
function listWith(waiting: number) {
  let arrived = waiting
  let shown = 0
  const listeners = new Set<() => void>()
  return {
    source: {
      getState: () => ({ arrived }) as RowSourceState,
      subscribe(listener: () => void) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      refresh() {
        shown += arrived
        arrived = 0
      },
    },
    come(rows: number) {
      arrived += rows
      for (const listener of [...listeners]) listener()
    },
    shown: () => shown,
  }
}

test('rows that were faster than the answer are shown at once', () => {
  const list = listWith(3)
  refreshOnArrival(list.source)
  expect(list.shown()).toBe(3)
})

test('rows that come later are shown when they come, once', () => {
  const list = listWith(1)
  refreshOnArrival(list.source)
  list.come(2)
  expect(list.shown()).toBe(3)
  list.come(4)
  expect(list.shown()).toBe(3)
})

test('nothing is shown that comes long after', () => {
  const list = listWith(0)
  refreshOnArrival(list.source)
  vi.advanceTimersByTime(15_001)
  list.come(2)
  expect(list.shown()).toBe(0)
})
