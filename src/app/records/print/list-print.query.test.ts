import { expect, test } from 'vitest'
import { buildAllColumns } from '#app/ui/data-table/columns/table-columns.ts'
import { toInstantBounds } from '#domain/dates/office-moment.ts'
import { getRecordBook } from '../record-book.ts'
import { describeQuery } from './list-print.ts'

const caseBook = getRecordBook('deposit-cases')
const columns = buildAllColumns(caseBook)
const listTexts = (search: string, ...filters: Parameters<typeof describeQuery>[0]['filters']) =>
  describeQuery({ search, filters }, columns, caseBook)

test('prints 조건 없음 for a list without conditions', () => {
  expect(listTexts(' ')).toBe('조건 없음')
})

test('describes search and filters with the names of columns and values', () => {
  expect(
    listTexts(
      '김',
      { op: 'equals', field: 'status', value: 'pending' },
      { op: 'between', field: 'created_at', from: '2026-11-01', to: '2026-11-30' },
    ),
  ).toBe('조건: 검색 “김” · 상태 = 대기 · 등기접수일 범위 2026.11.01 ~ 2026.11.30')
})

test('describes a range of instants by its days', () => {
  const book = getRecordBook('card-usage')
  const filter = { op: 'between', field: 'created_at', ...toInstantBounds('2026-11-01', '2026-11-30') } as const
  expect(describeQuery({ search: '', filters: [filter] }, buildAllColumns(book), book)).toMatch(
    / 범위 2026\.11\.01 ~ 2026\.11\.30$/,
  )
})
