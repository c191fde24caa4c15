import { expect, test } from 'vitest'
import { createArrayRowSource, createPlainRow } from '#tests/support/books/array-row-source.ts'
import { createPageWindowSource } from './page-window-source.ts'
import { computeRowNumber, formatCount } from './use-pages.ts'

const query = { filters: [], search: '', sort: [] }
const rows = Array.from({ length: 45 }, (_, index) =>
  createPlainRow({ id: String(index).padStart(3, '0'), version: 1, inserted_at: '', updated_at: '' }),
)

test('counts 순번 through the pages, and takes a page beyond the end for the last one', () => {
  const { getWindow, show } = createPageWindowSource(createArrayRowSource(rows), {
    range: { page: 2, pageSize: 20 },
    query,
  })
  expect(computeRowNumber({ mode: 'paged', getWindow }, 0)).toBe(21)
  show({ page: 3, pageSize: 20 })
  expect(computeRowNumber({ mode: 'paged', getWindow }, 4)).toBe(45)
  show({ page: 9, pageSize: 20 })
  expect(computeRowNumber({ mode: 'paged', getWindow }, 0)).toBe(41)
  show({ page: 2, pageSize: 10 })
  expect(computeRowNumber({ mode: 'paged', getWindow }, 0)).toBe(11)
})

test('counts rows from the start of one list', () => {
  const { getWindow } = createPageWindowSource(createArrayRowSource(rows), { range: 'all', query })
  expect(computeRowNumber({ mode: 'infinite', getWindow }, 30)).toBe(31)
  expect(computeRowNumber(undefined, 0)).toBe(1)
})

test('shows an exact number, or that there are more', () => {
  expect(formatCount(9_999)).toEqual({ number: '9,999', unit: '건' })
  expect(formatCount(10_000, { isAtLeast: true })).toEqual({ number: '1만', unit: ' 건 이상' })
  expect(formatCount(10_002, { isAtLeast: true, unit: '개' })).toEqual({ number: '10,002', unit: ' 개 이상' })
})
