import { expect, test } from 'vitest'
import type { Query } from '#contract/records/query.ts'
import { arrayRowSource, plainRow } from '../../../../tests/support/array-row-source.ts'
import { pageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { bookPages } from './pages-of.ts'
import { tablePlace, turnToRow } from './table-position.ts'

const pages = { ...bookPages, sizes: [10, 20] }
const order = [{ field: 'name', direction: 'asc' }] as const
const query: Query = { filters: [], search: '', sort: [] }

function openTable(sort: string, { start = 0, page = 1 } = {}) {
  const records = Array.from({ length: 45 }, (_, index) =>
    plainRow({ id: String(index), version: 1, inserted_at: '', updated_at: '' }),
  )
  const source = pageWindowSource(arrayRowSource(records), { place: { page: 2, pageSize: 20 }, query })
  const asked: object[] = []
  const row = { start: () => start, settle: () => undefined }
  const state = { row, search: { sort, page, page_size: 20 }, change: (patch: object) => void asked.push(patch) }
  return { asked, place: { source, state, kind: { pages, order } } }
}

test('leaves the order to the screen when the URL has no sort', () => {
  const { sort, defaultSort } = tablePlace(openTable('').place)
  expect([sort, defaultSort]).toEqual([[], { field: 'name', direction: 'asc' }])
})

test('writes a sort to the URL as it is read from there', () => {
  const { place, asked } = openTable('-name')
  const { sort, onSort } = tablePlace(place)
  expect(sort).toEqual([{ field: 'name', direction: 'desc' }])
  onSort?.([
    { field: 'name', direction: 'desc' },
    { field: 'kind', direction: 'asc' },
  ])
  onSort?.([{ field: 'name', direction: 'asc' }])
  onSort?.([])
  expect(asked).toEqual([{ sort: '-name,kind' }, { sort: 'name' }, { sort: '' }])
})

test('ignores a page size that the screen does not offer', () => {
  const { place, asked } = openTable('')
  const { paging } = tablePlace(place)
  paging?.onPageSize(7)
  paging?.onPageSize(10)
  expect(asked).toEqual([{ page_size: 10 }])
})

test('switches modes at the current position, by page number or by row', () => {
  const { place, asked } = openTable('')
  const modes: string[] = []
  const { paging } = tablePlace({ ...place, paging: ['paged', (mode) => void modes.push(mode)] })
  paging?.onMode?.('infinite', 2)
  paging?.onMode?.('paged', 2)
  expect([modes, asked]).toEqual([
    ['infinite', 'paged'],
    [{ page: 1 }, { page: 2 }],
  ])
})

test("starts an endless list at the URL's row or page, and keeps no row for pages", () => {
  const endless = { paging: ['infinite', () => undefined] as ['infinite', () => void] }
  const begins = (at: { start?: number; page?: number }) =>
    tablePlace({ ...openTable('', at).place, ...endless }).rowPlace?.start()
  expect([begins({}), begins({ start: 33 }), begins({ page: 3 }), begins({ start: 7, page: 3 })]).toEqual([
    0, 33, 40, 7,
  ])
  expect(tablePlace(openTable('', { start: 33 }).place).rowPlace).toBeUndefined()
})

test('turns to the page of a row on another page; not for this page, a missing row or an endless list', () => {
  const { place, asked } = openTable('')
  turnToRow(place, 21)
  turnToRow(place, -1)
  turnToRow({ ...place, paging: ['infinite', () => undefined] }, 41)
  expect(asked).toEqual([])
  turnToRow(place, 41)
  expect(asked).toEqual([{ page: 3 }])
})
