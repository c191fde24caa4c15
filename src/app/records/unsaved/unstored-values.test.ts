import { expect, test, vi } from 'vitest'
import type { UnstoredCells } from '#app/ui/data-table/pending/unstored-list.ts'
import { createUnstoredValues } from './unstored-values.ts'

/** Cells of a table, reduced to the rows without room. */
function cellsWith(...rows: string[]) {
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

function app() {
  const place = { path: '/services/real-estate' }
  return { place, values: createUnstoredValues(() => place.path) }
}

test('counts the records of all tables and notifies of each change', () => {
  const { values } = app()
  const [book, other] = [cellsWith('a'), cellsWith()]
  values.register('case-book', book.cells)
  values.register('other', other.cells)
  const listener = vi.fn<() => void>()
  values.subscribe(listener)
  other.set(['b', 'c'])
  expect(listener).toHaveBeenCalled()
  expect(values.count()).toBe(3)
})

test('keeps the unkept values of a closed table and returns them when it reopens', async () => {
  const { values } = app()
  const [before, after] = [cellsWith('a'), cellsWith()]
  const close = values.register('case-book', before.cells)
  close()
  expect(values.count()).toBe(1)
  values.register('another', cellsWith().cells)
  values.register('case-book', after.cells)
  await vi.waitFor(() => expect(after.cells.unstoredRows()).toEqual(['a']))
  expect(values.count()).toBe(1)
})

test('includes an edit that ends while its table closes', () => {
  const { values } = app()
  const last = cellsWith()
  values.register('case-book', last.cells)()
  last.set(['a'])
  expect(values.count()).toBe(1)
})

test('gives up only the values of other pages on navigation', () => {
  const { values, place } = app()
  const [book, deposits] = [cellsWith('a'), cellsWith('b')]
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
