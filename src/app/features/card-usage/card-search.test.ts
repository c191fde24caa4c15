import { expect, test } from 'vitest'
import {
  buildCardQuery,
  buildMonthsQuestion,
  buildServerQuery,
  createCardSearch,
  describeNoUses,
  findPeriodError,
  getDayBounds,
  listYearChoices,
} from './card-search.ts'

const { schema, empty } = createCardSearch('2026-11-21')

test('opens with the current month, and with the last 30 days as period', () => {
  expect(empty).toMatchObject({ mode: 'month', year: 2026, month: 11, start: '2026-10-22', end: '2026-11-21' })
  expect(getDayBounds(empty)).toEqual({ first: '2026-11-01', last: '2026-11-30' })
  expect(getDayBounds({ ...empty, mode: 'period' })).toEqual({ first: '2026-10-22', last: '2026-11-21' })
})

test('treats a month without a number as the whole year, and handles February', () => {
  expect(getDayBounds({ ...empty, month: 0 })).toEqual({ first: '2026-01-01', last: '2026-12-31' })
  expect(getDayBounds({ ...empty, year: 2028, month: 2 }).last).toBe('2028-02-29')
  expect(getDayBounds({ ...empty, month: 12 }).last).toBe('2026-12-31')
})

test('finds nothing for a reversed period and says why', () => {
  const backwards = { ...empty, mode: 'period' as const, start: '2026-11-05', end: '2026-11-01' }
  expect(findPeriodError(backwards)).toBe('시작일이 종료일보다 늦습니다.')
  expect(findPeriodError({ ...backwards, mode: 'month' })).toBeNull()
  expect(findPeriodError({ ...backwards, start: '2026-11-01' })).toBeNull()
})

test('an open period covers all time, and the server makes no file of it', () => {
  const open = schema.parse({ mode: 'period', start: '', end: '', search: '국밥' })
  expect(open).toMatchObject({ start: '', end: '' })
  expect(buildCardQuery(open)).toMatchObject({ filters: [], search: '국밥' })
  expect(buildMonthsQuestion(open).months).toEqual({ first: '', last: '' })
  const since = { ...empty, mode: 'period' as const, start: '2026-11-01', end: '' }
  expect(buildCardQuery(since).filters).toMatchObject([{ from: '2026-10-31T15:00:00+00:00', to: null }])
  expect(buildServerQuery(since)).toBeNull()
})

test('the months of a period count its own days alone, those of a month the whole year', () => {
  const period = { ...empty, mode: 'period' as const, start: '2026-10-15', end: '2026-11-15' }
  const { months, query } = buildMonthsQuestion(period)
  expect(months).toEqual({ first: '2026-10', last: '2026-11' })
  expect(query.filters).toEqual(buildCardQuery(period).filters)
  expect(buildMonthsQuestion({ ...empty, month: 10 })).toMatchObject({
    months: { last: '2026-12' },
    query: { filters: [] },
  })
})

test('an empty list names the time it covers', () => {
  expect(describeNoUses(empty)).toBe('2026년 11월에는 카드사용내역이 없습니다.')
  const search = { ...empty, search: '국밥' }
  expect(describeNoUses(search)).toBe('2026년 11월에는 검색어와 필터에 맞는 카드사용내역이 없습니다.')
  expect(describeNoUses({ ...search, month: 0 })).toBe('2026년에는 검색어와 필터에 맞는 카드사용내역이 없습니다.')
  const period = { ...search, mode: 'period' as const }
  expect(describeNoUses(period)).toBe('2026.10.22 ~ 2026.11.21에는 검색어와 필터에 맞는 카드사용내역이 없습니다.')
  expect(describeNoUses({ ...period, start: '', end: '' })).toBe('검색어와 필터에 맞는 카드사용내역이 없습니다.')
  expect(describeNoUses({ ...period, start: '2026-12-01' })).toBe('시작일이 종료일보다 늦습니다.')
})

test('offers the current and four earlier years, and one from a link', () => {
  expect(listYearChoices('2026-11-21', 2026)).toEqual([2026, 2025, 2024, 2023, 2022])
  expect(listYearChoices('2026-11-21', 2019)).toEqual([2026, 2025, 2024, 2023, 2022, 2019])
})

test('falls back to the defaults for an invalid address', () => {
  expect(schema.parse({ mode: 'x', year: 'a', month: 13, start: '2026-02-30', sort: 'purpose', page: -1 })).toEqual(
    empty,
  )
})

test('queries the device by office days', () => {
  expect(buildCardQuery(empty)).toEqual({
    filters: [
      {
        op: 'between',
        field: 'created_at',
        from: '2026-10-31T15:00:00+00:00',
        to: '2026-11-30T14:59:59.999999+00:00',
      },
    ],
    search: '',
    sort: [{ field: 'created_at', direction: 'desc' }],
  })
})

test('charts the whole year, or the months of a period', () => {
  expect(buildMonthsQuestion(empty).months).toEqual({ first: '2026-01', last: '2026-12' })
  const period = { ...empty, mode: 'period' as const }
  expect(buildMonthsQuestion(period).months).toEqual({ first: '2026-10', last: '2026-11' })
})

test('narrows the period to an opened group, a filter the server does not know', () => {
  const filters = [{ op: 'equals', field: 'store_name', value: '가온상사' }] as const
  const search = schema.parse({ filters: [...filters] })
  expect(buildCardQuery(search).filters.slice(1)).toEqual(filters)
  expect([buildServerQuery(empty), buildServerQuery(search)]).toEqual([expect.anything(), null])
})

test('searches within the period; the chart counts the found uses, and the server makes no file of them', () => {
  const search = schema.parse({ search: '주차' })
  expect(buildCardQuery(search)).toEqual({ ...buildCardQuery(empty), search: '주차' })
  expect(buildMonthsQuestion(search).query).toMatchObject({ search: '주차', filters: [] })
  expect(buildServerQuery(search)).toBeNull()
})

test('shows the uses of an import for any period, in file order', () => {
  const importFilter = { op: 'between' as const, field: 'id', from: 'a', to: 'b' }
  expect(buildCardQuery(schema.parse({ filters: [importFilter] }))).toEqual({
    filters: [importFilter],
    search: '',
    sort: [{ field: 'id', direction: 'asc' }],
  })
})
