import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RowSourceState } from '#contract/records/row-source.ts'
import { refreshOnArrival } from './refresh-on-arrival.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A list to which `come(rows)` adds rows that wait for a refresh. */
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
    addRows(rows: number) {
      arrived += rows
      for (const listener of [...listeners]) listener()
    },
    shown: () => shown,
  }
}

test('shows rows at once that arrived before the call', () => {
  const list = listWith(3)
  refreshOnArrival(list.source)
  expect(list.shown()).toBe(3)
})

test('shows later rows when they arrive, once', () => {
  const list = listWith(1)
  refreshOnArrival(list.source)
  list.addRows(2)
  expect(list.shown()).toBe(3)
  list.addRows(4)
  expect(list.shown()).toBe(3)
})

test('does not show rows that arrive much later', () => {
  const list = listWith(0)
  refreshOnArrival(list.source)
  vi.advanceTimersByTime(15_001)
  list.addRows(2)
  expect(list.shown()).toBe(0)
})
