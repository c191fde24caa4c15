import { expect, test } from 'vitest'
import {
  caseBookExportParams,
  caseBookQuery,
  caseBookSearchSchema,
  emptyCaseBookSearch,
  hasCaseBookFilter,
} from './case-book-search.ts'

test('a link with nonsense in it opens the case book with its defaults', () => {
  const search = caseBookSearchSchema.parse({
    start: '2026-02-30',
    page_size: 7,
    sort: 'password',
    date_field: 'x',
    page: -3,
    search: 5,
  })
  expect(search).toEqual(emptyCaseBookSearch)
  expect(search).toMatchObject({ date_field: 'created_at', page_size: 20, sort: '-created_at' })
})

test('filters of the group, the chosen date field and the sort make the question', () => {
  const search = {
    ...emptyCaseBookSearch,
    search: 'ㅅㅂ',
    region: '솔빛',
    date_field: 'receipted_at' as const,
    start: '2026-01-01',
    sort: 'fees',
  }
  expect(caseBookQuery(search)).toEqual({
    search: 'ㅅㅂ',
    filters: [
      { op: 'contains', field: 'group_id.region', text: '솔빛' },
      { op: 'between', field: 'receipted_at', from: '2026-01-01', to: null },
    ],
    sort: [{ field: 'fees', direction: 'asc' }],
  })
})

test('the Excel export asks the same question, without what is empty', () => {
  expect(caseBookExportParams({ ...emptyCaseBookSearch, type: '분양', end: '2026-03-31' })).toEqual({
    type: '분양',
    created_at_end: '2026-03-31',
  })
  expect(caseBookExportParams(emptyCaseBookSearch)).toEqual({})
})

test('only a filter that narrows the list can be cleared', () => {
  expect(hasCaseBookFilter(emptyCaseBookSearch)).toBe(false)
  expect(hasCaseBookFilter({ ...emptyCaseBookSearch, date_field: 'receipted_at', sort: 'owner' })).toBe(false)
  expect(hasCaseBookFilter({ ...emptyCaseBookSearch, search: '김' })).toBe(true)
})
