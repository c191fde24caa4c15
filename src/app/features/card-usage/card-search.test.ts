import { expect, test } from 'vitest'
import { cardQuery, cardSearch, daysOf, monthsOf, periodFault, serverQuestion, yearChoices } from './card-search.ts'

const { schema, empty } = cardSearch('2026-11-21')

test('the screen opens with the current month, and its period with the last 30 days', () => {
  expect(empty).toMatchObject({ mode: 'month', year: 2026, month: 11, start: '2026-10-22', end: '2026-11-21' })
  expect(daysOf(empty)).toEqual({ first: '2026-11-01', last: '2026-11-30' })
  expect(daysOf({ ...empty, mode: 'period' })).toEqual({ first: '2026-10-22', last: '2026-11-21' })
})

test('a month without a number is the whole year, and February ends when it does', () => {
  expect(daysOf({ ...empty, month: 0 })).toEqual({ first: '2026-01-01', last: '2026-12-31' })
  expect(daysOf({ ...empty, year: 2028, month: 2 }).last).toBe('2028-02-29')
  expect(daysOf({ ...empty, month: 12 }).last).toBe('2026-12-31')
})

test('a period given backwards finds nothing and says why', () => {
  const backwards = { ...empty, mode: 'period' as const, start: '2026-11-05', end: '2026-11-01' }
  expect(periodFault(backwards)).toBe('시작일이 종료일보다 늦습니다.')
  expect(periodFault({ ...backwards, mode: 'month' })).toBeNull()
  expect(periodFault({ ...backwards, start: '2026-11-01' })).toBeNull()
})

test('the current year and the four before can be chosen, and one that a link asks for', () => {
  expect(yearChoices('2026-11-21', 2026)).toEqual([2026, 2025, 2024, 2023, 2022])
  expect(yearChoices('2026-11-21', 2019)).toEqual([2026, 2025, 2024, 2023, 2022, 2019])
})

test('an unreadable address opens the screen with its defaults', () => {
  expect(schema.parse({ mode: 'x', year: 'a', month: 13, start: '2026-02-30', sort: 'pay', page: -1 })).toEqual(empty)
})

test('the question to the device is of office days', () => {
  expect(cardQuery(empty)).toEqual({
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

test('the chart shows the whole year, or the months that a period touches', () => {
  expect(monthsOf(empty)).toEqual({ first: '2026-01', last: '2026-12' })
  expect(monthsOf({ ...empty, mode: 'period' })).toEqual({ first: '2026-10', last: '2026-11' })
})

test('a group that was opened narrows the period; the server does not know such a filter', () => {
  const filters = [{ op: 'equals', field: 'store_name', value: '가온상사' }] as const
  const search = schema.parse({ filters: [...filters] })
  expect(cardQuery(search).filters.slice(1)).toEqual(filters)
  expect([serverQuestion(empty), serverQuestion(search)]).toEqual([expect.anything(), null])
})

test('uses of an import are shown whatever the period, as in its file', () => {
  const ofImport = { op: 'between' as const, field: 'id', from: 'a', to: 'b' }
  expect(cardQuery(schema.parse({ filters: [ofImport] }))).toEqual({
    filters: [ofImport],
    search: '',
    sort: [{ field: 'id', direction: 'asc' }],
  })
})
