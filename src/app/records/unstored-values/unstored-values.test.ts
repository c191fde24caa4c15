import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UnstoredCells } from '#app/ui/data-table/pending/unstored-registry.ts'
import type { SyncStatus } from '#mirror/offline-copy.ts'
import { createUnstoredValues, retryUnstoredValues } from './unstored-values.ts'

/** Cells of a table, reduced to the rows without room. */
function createCells(...rows: string[]) {
  const listeners = new Set<() => void>()
  let unstored: readonly string[] = rows
  function set(next: readonly string[]) {
    unstored = next
    for (const listener of listeners) listener()
  }
  const cells: UnstoredCells = {
    unstoredRows: () => unstored,
    subscribeUnstored(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retryUnstored: () => Promise.resolve(),
    releaseUnstored() {
      const released = unstored
      set([])
      return released
    },
    adoptUnstored: (actions) => set([...unstored, ...actions.map(String)]),
  }
  return { cells, set }
}

function createApp() {
  const location = { path: '/services/real-estate' }
  return { place: location, values: createUnstoredValues(() => location.path) }
}

test('counts the records of all tables and notifies of each change', () => {
  const { values } = createApp()
  const [book, other] = [createCells('a'), createCells()]
  values.register('case-book', book.cells)
  values.register('other', other.cells)
  const listener = vi.fn<() => void>()
  values.subscribe(listener)
  other.set(['b', 'c'])
  expect(listener).toHaveBeenCalled()
  expect(values.count()).toBe(3)
})

test('keeps the unstored values of a closed table and returns them when it reopens', async () => {
  const { values } = createApp()
  const [before, after] = [createCells('a'), createCells()]
  const close = values.register('case-book', before.cells)
  close()
  expect(values.count()).toBe(1)
  values.register('another', createCells().cells)
  values.register('case-book', after.cells)
  await vi.waitFor(() => expect(after.cells.unstoredRows()).toEqual(['a']))
  expect(values.count()).toBe(1)
})

test('includes an edit that ends while its table closes', () => {
  const { values } = createApp()
  const last = createCells()
  values.register('case-book', last.cells)()
  last.set(['a'])
  expect(values.count()).toBe(1)
})

test('navigation drops only the values of pages that it leaves', () => {
  const { values, place } = createApp()
  const [book, deposits] = [createCells('a'), createCells('b')]
  values.register('case-book', book.cells)()
  place.path = '/services/deposit'
  values.register('deposit-book', deposits.cells)
  expect(values.countBeyond('/services/deposit')).toBe(1)
  expect(values.countBeyond('/')).toBe(2)
  values.release('/services/deposit')
  expect(values.count()).toBe(1)
  expect(deposits.cells.unstoredRows()).toEqual(['b'])
  values.release()
  expect(values.count()).toBe(0)
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page on a device that stays full until `hasRoom` is set. */
function createFullDevice() {
  const listeners = { values: new Set<() => void>(), status: new Set<() => void>(), outbox: new Set<() => void>() }
  const subscribeTo = (set: Set<() => void>) => (listener: () => void) => {
    set.add(listener)
    return () => set.delete(listener)
  }
  const state = {
    count: 0,
    hasRoom: false,
    entries: 3,
    attempts: [] as number[],
    storageProblem: null as string | null,
  }
  const notify = (set: Set<() => void>) => {
    for (const listener of set) listener()
  }
  const began = Date.now()
  const values = {
    count: () => state.count,
    subscribe: subscribeTo(listeners.values),
    async retry() {
      state.attempts.push(Date.now() - began)
      await Promise.resolve()
      state.storageProblem = state.hasRoom ? null : '가득'
      if (state.hasRoom) state.count = 0
      notify(listeners.values)
    },
  }
  const copy = {
    getStatus: () => ({ storeFailure: null, storageProblem: state.storageProblem }) as SyncStatus,
    subscribeStatus: subscribeTo(listeners.status),
    outbox: {
      getEntries: () => Array.from({ length: state.entries }) as never[],
      subscribe: subscribeTo(listeners.outbox),
    },
  }
  const retryLoop = retryUnstoredValues(values, copy, () => 1)
  return {
    state,
    retryLoop,
    enter() {
      state.count = 1
      state.storageProblem = '가득'
      notify(listeners.status)
      notify(listeners.values)
    },
    change(what: Partial<typeof state>) {
      Object.assign(state, what)
      notify(listeners.status)
      notify(listeners.outbox)
    },
  }
}

test('retries rarely, with growing pauses up to 30 s, until there is room', async () => {
  const { state, enter } = createFullDevice()
  enter()
  await vi.advanceTimersByTimeAsync(100_000)
  expect(state.attempts).toEqual([1_000, 3_000, 7_000, 15_000, 31_000, 61_000, 91_000])
  state.hasRoom = true
  await vi.advanceTimersByTimeAsync(100_000)
  expect(state.attempts).toHaveLength(8)
  expect(state.count).toBe(0)
})

test.each<[string, (device: ReturnType<typeof createFullDevice>) => void]>([
  ['an outbox that has become smaller', ({ change }) => change({ entries: 2 })],
  ['something else that was kept', ({ change }) => change({ storageProblem: null })],
  ['somebody who comes back to the window', ({ retryLoop }) => retryLoop.schedule()],
])('%s triggers a retry within a second', async (_, freeRoom) => {
  const device = createFullDevice()
  device.enter()
  await vi.advanceTimersByTimeAsync(62_000)
  const before = device.state.attempts.length
  device.state.hasRoom = true
  freeRoom(device)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(device.state.attempts).toHaveLength(before + 1)
  expect(device.state.count).toBe(0)
})

test('makes one retry out of many triggers', async () => {
  const { state, enter, retryLoop } = createFullDevice()
  enter()
  await vi.advanceTimersByTimeAsync(62_000)
  const before = state.attempts.length
  for (let update = 0; update < 20; update++) {
    retryLoop.schedule()
    await vi.advanceTimersByTimeAsync(40)
  }
  await vi.advanceTimersByTimeAsync(300)
  expect(state.attempts).toHaveLength(before + 1)
})

test('does not retry when nothing waits or after it was stopped', async () => {
  const { state, enter, retryLoop } = createFullDevice()
  retryLoop.schedule()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.attempts).toEqual([])
  retryLoop.stop()
  enter()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(state.attempts).toEqual([])
})
