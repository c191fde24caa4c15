import { expect, test, vi } from 'vitest'
import type { UnkeptCells } from '#app/ui/data-table/pending/unkept-list.ts'
import { createUnkeptValues } from './unkept-values.ts'

/** Cells of a table, reduced to the rows without room. */
function cellsWith(...rows: string[]) {
  const listeners = new Set<() => void>()
  let unkept: readonly string[] = rows
  function set(next: readonly string[]) {
    unkept = next
    for (const listener of listeners) listener()
  }
  const cells: UnkeptCells = {
    unkeptRows: () => unkept,
    subscribeUnkept(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    keepUnkept: () => Promise.resolve(),
    giveUp() {
      const given = unkept
      set([])
      return given
    },
    adopt: (actions) => set([...unkept, ...actions.map(String)]),
  }
  return { cells, set }
}

function app() {
  const place = { path: '/services/real-estate' }
  return { place, values: createUnkeptValues(() => place.path) }
}

test('counts the records of all tables and notifies of each change', () => {
  const { values } = app()
  const [book, other] = [cellsWith('a'), cellsWith()]
  values.hold('case-book', book.cells)
  values.hold('other', other.cells)
  const heard = vi.fn<() => void>()
  values.subscribe(heard)
  other.set(['b', 'c'])
  expect(heard).toHaveBeenCalled()
  expect(values.count()).toBe(3)
})

test('keeps the unkept values of a closed table and returns them when it reopens', async () => {
  const { values } = app()
  const [before, after] = [cellsWith('a'), cellsWith()]
  const close = values.hold('case-book', before.cells)
  close()
  expect(values.count()).toBe(1)
  values.hold('another', cellsWith().cells)
  values.hold('case-book', after.cells)
  await vi.waitFor(() => expect(after.cells.unkeptRows()).toEqual(['a']))
  expect(values.count()).toBe(1)
})

test('includes an edit that ends while its table closes', () => {
  const { values } = app()
  const last = cellsWith()
  values.hold('case-book', last.cells)()
  last.set(['a'])
  expect(values.count()).toBe(1)
})

test('gives up only the values of other pages on navigation', () => {
  const { values, place } = app()
  const [book, deposits] = [cellsWith('a'), cellsWith('b')]
  values.hold('case-book', book.cells)()
  place.path = '/services/deposit'
  values.hold('deposit-book', deposits.cells)
  expect(values.countBeyond('/services/deposit')).toBe(1)
  expect(values.countBeyond('/')).toBe(2)
  values.giveUp('/services/deposit')
  expect(values.count()).toBe(1)
  expect(deposits.cells.unkeptRows()).toEqual(['b'])
  values.giveUp()
  expect(values.count()).toBe(0)
})
