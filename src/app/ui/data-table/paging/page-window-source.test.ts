import { describe, expect, test, vi } from 'vitest'
import type { Query } from '#contract/records/query.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { createPageWindowSource } from './page-window-source.ts'

const everything: Query = { filters: [], search: '', sort: [] }
const byFees: Query = { ...everything, sort: [{ field: 'fees', direction: 'desc' }] }

function makeRow(number: number) {
  const id = String(number).padStart(3, '0')
  return createPlainRow({ id, version: 1, inserted_at: '', updated_at: '', owner: `소유자 ${number}`, fees: number })
}

function open(count = 45, page = 1, pageSize = 20) {
  const inner = createArrayRowSource(Array.from({ length: count }, (_, index) => makeRow(index)))
  const source = createPageWindowSource(inner, { range: { page, pageSize }, query: everything })
  const listIds = () => Array.from({ length: source.getState().total }, (_, index) => Number(source.rowAt(index)?.id))
  return { inner, source, ids: listIds }
}

describe('one page of a list', () => {
  test('holds only the rows of that page, with indexes from 0', () => {
    const { source, ids } = open(45, 2)
    expect(ids()).toEqual(Array.from({ length: 20 }, (_, index) => index + 20))
    expect(source.rowAt(20)).toBeUndefined()
    expect(source.rowAt(-1)).toBeUndefined()
    expect([source.indexOf('020'), source.indexOf('039'), source.indexOf('019'), source.indexOf('040')]).toEqual([
      0, 19, -1, -1,
    ])
    expect(source.rowById('000')?.id).toBe('000')
    expect(source.getWindow()).toEqual({ page: 2, pages: 3, total: 45, first: 20 })
  })

  test('requests only rows of that page', () => {
    const { inner, source } = open(45, 3)
    const ensureRange = vi.spyOn(inner, 'ensureRange')
    source.ensureRange(-60, 80)
    expect(ensureRange.mock.calls).toEqual([[40, 44]])
    source.ensureRange(10, 20)
    expect(ensureRange).toHaveBeenCalledTimes(1)
  })

  test('shortens the last page, and treats a page beyond the end as the last one', () => {
    const { source, ids } = open(45, 9)
    expect(ids()).toEqual([40, 41, 42, 43, 44])
    expect(source.getWindow().page).toBe(3)
    expect(open(0).source.getWindow()).toEqual({ page: 1, pages: 1, total: 0, first: 0 })
  })

  test('notifies once of another page as a new result, and not of the same page', () => {
    const { source, ids } = open()
    const listener = vi.fn<() => void>()
    source.subscribe(listener)
    const before = source.getState()
    expect(source.getState()).toBe(before)
    source.show({ page: 2, pageSize: 20 })
    source.show({ page: 2, pageSize: 20 })
    expect(listener).toHaveBeenCalledTimes(1)
    expect(source.getState().generation).toBeGreaterThan(before.generation)
    expect(ids()[0]).toBe(20)
  })

  test('starts another order at the first page and keeps the old page until it arrives', () => {
    const { inner, source, ids } = open(45, 3)
    const setQuerySpy = vi.spyOn(inner, 'setQuery').mockImplementation(() => undefined)
    source.setQuery(byFees)
    expect(ids()).toEqual([40, 41, 42, 43, 44])
    setQuerySpy.mockRestore()
    inner.setQuery(byFees)
    expect(ids()[0]).toBe(44)
    expect(source.getWindow().page).toBe(1)
  })

  test('applies a page requested with a new query to its result', () => {
    const { source, ids } = open(45, 3)
    source.setQuery(byFees)
    source.show({ page: 2, pageSize: 20 })
    expect(ids()[0]).toBe(24)
  })

  test('changes nothing for the same query', () => {
    const { source, ids } = open(45, 2)
    source.setQuery(everything)
    source.show({ page: 3, pageSize: 20 })
    expect(ids()[0]).toBe(40)
  })

  test('shows the whole list when all pages are requested', () => {
    const { source, inner, ids } = open(45, 2)
    source.show('all')
    expect(ids()).toHaveLength(45)
    expect(source.getState().total).toBe(inner.getState().total)
    expect(source.indexOf('044')).toBe(44)
  })

  test('notifies of changed rows, arrived rows and new results, and stops when closed', () => {
    const { inner, source } = open()
    const [all, rowListener] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const stop = source.subscribe(all)
    source.subscribeRow('003', rowListener)
    inner.replaceRow({ ...makeRow(3), state: 'new' })
    expect([all.mock.calls.length, rowListener.mock.calls.length]).toEqual([0, 1])
    inner.setState({ arrived: 2 })
    expect(source.getState().arrived).toBe(2)
    expect(all).toHaveBeenCalledTimes(1)
    const { generation } = source.getState()
    source.refresh()
    expect(source.getState().generation).toBeGreaterThan(generation)
    stop()
    inner.refresh()
    expect(all).toHaveBeenCalledTimes(2)
    const close = vi.spyOn(inner, 'close')
    source.close()
    expect(close).toHaveBeenCalledTimes(1)
  })

  test('moves the page to the end of a list that became shorter', () => {
    const { inner, source, ids } = open(45, 3)
    source.subscribe(() => undefined)
    inner.setRows(Array.from({ length: 30 }, (_, index) => makeRow(index)))
    expect(source.getWindow()).toEqual({ page: 2, pages: 2, total: 30, first: 20 })
    expect(ids()).toHaveLength(10)
  })

  test('counts values over the whole list', async () => {
    const { source } = open(45, 2)
    expect((await source.countValues?.('owner', 100))?.length).toBe(45)
  })
})
