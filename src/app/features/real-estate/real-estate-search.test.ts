import { expect, test } from 'vitest'
import type { FilterQuery } from '#app/ui/filter-bar/filter-query.ts'
import { caseBookSearch, resolveOldLinkTab, unitSearch } from './real-estate-search.ts'

const {
  query: caseBookQuery,
  toListParams: caseBookExportParams,
  filterQuery: caseBookFilterQuery,
  schema: caseBookSearchSchema,
  empty: emptyCaseBookSearch,
  toSearchParams: searchOfQuery,
} = caseBookSearch

test('opens the defaults for an invalid link', () => {
  const search = caseBookSearchSchema.parse({
    start: '2026-02-30',
    page_size: 7,
    sort: 'password',
    date_field: 'x',
    page: -3,
    search: ['5'],
  })
  expect(search).toEqual(emptyCaseBookSearch)
  expect(search).toMatchObject({ date_field: 'created_at', page_size: 20, sort: '' })
})

test('builds the query from group filters, the chosen date field and the sort', () => {
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

test('filters by the day a case is planned for, on the device and in the export', () => {
  const search = caseBookSearchSchema.parse({ date_field: 'regi_date', start: '2026-12-01', end: '2026-12-31' })
  const range = { op: 'between', field: 'regi_date', from: '2026-12-01', to: '2026-12-31' }
  expect(caseBookQuery(search).filters).toEqual([range])
  expect(caseBookExportParams(search)).toEqual({ regi_date_start: '2026-12-01', regi_date_end: '2026-12-31' })
})

test('uses the same filters for the Excel export, without empty ones', () => {
  expect(caseBookExportParams({ ...emptyCaseBookSearch, type: '분양', end: '2026-03-31' })).toEqual({
    type: '분양',
    created_at_end: '2026-03-31',
  })
  expect(caseBookExportParams(emptyCaseBookSearch)).toEqual({})
})

test('restores every filter of the filter bar from the address', () => {
  const queries: FilterQuery[] = [
    { search: 'ㅅㅂ', filters: [] },
    {
      search: '',
      filters: [
        { op: 'contains', field: 'group_id.region', text: '솔빛' },
        { op: 'between', field: 'receipted_at', from: '2026-01-01', to: null },
        { op: 'between', field: 'registrated_at', from: null, to: '2026-02-01' },
        { op: 'one_of', field: 'group_id.type', values: ['공동주택', null] },
        { op: 'equals', field: 'created_at', value: null },
        { op: 'equals', field: 'fees', value: 0 },
      ],
    },
  ]
  for (const filterQuery of queries) {
    const search = { ...emptyCaseBookSearch, ...searchOfQuery(filterQuery, emptyCaseBookSearch) }
    const reopened = caseBookSearchSchema.parse(JSON.parse(JSON.stringify(search)))
    expect(caseBookFilterQuery(reopened)).toEqual(filterQuery)
  }
})

test('puts the range of the chosen date field into the bar', () => {
  const filters = [
    { op: 'between' as const, field: 'created_at', from: '2026-01-01', to: null },
    { op: 'between' as const, field: 'receipted_at', from: '2026-02-01', to: null },
  ]
  const dateFieldSearch = { ...emptyCaseBookSearch, date_field: 'receipted_at' as const }
  expect(searchOfQuery({ search: '', filters }, dateFieldSearch)).toMatchObject({
    date_field: 'receipted_at',
    start: '2026-02-01',
    filters: [filters[0]],
  })
  expect(searchOfQuery({ search: '', filters: [] }, dateFieldSearch)).not.toHaveProperty('date_field')
})

test('ignores a filter on a field that no longer exists', () => {
  const filters = [
    { op: 'equals', field: 'password', value: 'x' },
    { op: 'equals', field: 'owner', value: '홍길동' },
  ]
  expect(caseBookSearchSchema.parse({ filters }).filters).toEqual([filters[1]])
  expect(caseBookSearchSchema.parse({ filters: 'x' }).filters).toEqual([])
})

test.each([{ business_manager: '윤나래' }, { date_field: 'created_at', start: '2026-01-01' }])(
  'opens the case book for an old link with case filters (%j)',
  (search) => {
    expect(resolveOldLinkTab(search)).toBe('table')
  },
)

test.each([{}, { search: '101-1203' }, { dong: '101동' }, { date_field: 'regi_date' }])(
  'opens the first tab for a link without case filters (%j)',
  (search) => {
    expect(resolveOldLinkTab(search)).toBeUndefined()
  },
)

test('the list of units has the page sizes and page messages of the generic table', () => {
  const { schema, pages } = unitSearch
  for (const size of [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000])
    expect(schema.parse({ page_size: size }).page_size).toBe(size)
  expect(schema.parse({ page_size: 30 }).page_size).toBe(20)
  expect(pages.jumpMessages.notANumber(7)).toBe('올바른 페이지 번호를 입력하세요.')
  expect(pages.jumpMessages.outOfRange(7)).toBe('1부터 7 사이의 페이지 번호를 입력하세요.')
})
