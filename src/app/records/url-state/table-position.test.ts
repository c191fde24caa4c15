import { expect, test } from 'vitest'
import { createPageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import type { Query } from '#contract/records/query.ts'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { bookPages } from './record-search.ts'
import { buildPositionProps, turnToRow } from './table-position.ts'

const pages = { ...bookPages, sizes: [10, 20] }
const order = [{ field: 'name', direction: 'asc' }] as const
const query: Query = { filters: [], search: '', sort: [] }

function openTable(sort: string, { start = 0, page = 1 } = {}) {
  const records = Array.from({ length: 45 }, (_, index) =>
    createPlainRow({ id: String(index), version: 1, inserted_at: '', updated_at: '' }),
  )
  const source = createPageWindowSource(createArrayRowSource(records), { range: { page: 2, pageSize: 20 }, query })
  const changes: object[] = []
  const row = { start: () => start, settle: () => undefined }
  const state = { row, search: { sort, page, page_size: 20 }, change: (patch: object) => void changes.push(patch) }
  return { changes, position: { source, state, recordSearch: { pages, order } } }
}

test('leaves the order to the screen when the URL has no sort', () => {
  const { sort, defaultSort } = buildPositionProps(openTable('').position)
  expect([sort, defaultSort]).toEqual([[], { field: 'name', direction: 'asc' }])
})

test('writes a sort to the URL as it is read from there', () => {
  const { position, changes } = openTable('-name')
  const { sort, onSort } = buildPositionProps(position)
  expect(sort).toEqual([{ field: 'name', direction: 'desc' }])
  onSort?.([
    { field: 'name', direction: 'desc' },
    { field: 'kind', direction: 'asc' },
  ])
  onSort?.([{ field: 'name', direction: 'asc' }])
  onSort?.([])
  expect(changes).toEqual([{ sort: '-name,kind' }, { sort: 'name' }, { sort: '' }])
})

test('ignores a page size that the screen does not offer', () => {
  const { position, changes } = openTable('')
  const { paging } = buildPositionProps(position)
  paging?.onPageSize(7)
  paging?.onPageSize(10)
  expect(changes).toEqual([{ page_size: 10 }])
})

test('switches modes at the current position, by page number or by row', () => {
  const { position, changes } = openTable('')
  const modes: string[] = []
  const { paging } = buildPositionProps({ ...position, paging: ['paged', (mode) => void modes.push(mode)] })
  paging?.onMode?.('infinite', 2)
  paging?.onMode?.('paged', 2)
  expect([modes, changes]).toEqual([
    ['infinite', 'paged'],
    [{ page: 1 }, { page: 2 }],
  ])
})

test("starts an infinite list at the URL's row or page, and keeps no row for pages", () => {
  const infinite = { paging: ['infinite', () => undefined] as ['infinite', () => void] }
  const computeStart = (at: { start?: number; page?: number }) =>
    buildPositionProps({ ...openTable('', at).position, ...infinite }).savedRow?.start()
  expect([
    computeStart({}),
    computeStart({ start: 33 }),
    computeStart({ page: 3 }),
    computeStart({ start: 7, page: 3 }),
  ]).toEqual([0, 33, 40, 7])
  expect(buildPositionProps(openTable('', { start: 33 }).position).savedRow).toBeUndefined()
})

test('turns to the page of a row only if it is another page of a paged list', () => {
  const { position, changes } = openTable('')
  turnToRow(position, 21)
  turnToRow(position, -1)
  turnToRow({ ...position, paging: ['infinite', () => undefined] }, 41)
  expect(changes).toEqual([])
  turnToRow(position, 41)
  expect(changes).toEqual([{ page: 3 }])
})
