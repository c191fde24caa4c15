import { expect, test } from 'vitest'
import { buildRegisterQuery, createRegisterSearch, resolveReportYear } from './register-search.ts'

const kind = createRegisterSearch('2026-11-21')

test('lists the entries made in the chosen year or month, this year by default', () => {
  const listDays = (search: unknown) => buildRegisterQuery(kind, kind.schema.parse(search), []).filters
  expect(listDays({})).toEqual([{ op: 'between', field: 'entered_on', from: '2026-01-01', to: '2026-12-31' }])
  expect(listDays({ year: 2025, month: 2 })).toEqual([
    { op: 'between', field: 'entered_on', from: '2025-02-01', to: '2025-02-28' },
  ])
  expect(listDays({ year: 'x', month: 13, issue: 'unknown' })).toEqual(listDays({}))
})

test('an issue adds its filters; entries made late are listed by their ids', () => {
  const listFilters = (issue: string, lateIds: readonly string[] | null) =>
    buildRegisterQuery(kind, kind.schema.parse({ issue }), lateIds).filters.slice(1)
  expect(listFilters('late', ['a'])).toEqual([{ op: 'one_of', field: 'id', values: ['a'] }])
  expect(listFilters('no_birth', [])).toEqual([
    { op: 'equals', field: 'is_cancelled', value: false },
    { op: 'between', field: 'client_others', from: 1, to: null },
    { op: 'equals', field: 'client_birth', value: null },
  ])
  expect(listFilters('no_birth', null)).toEqual([])
})

test('the report of the year before is shown until the end of June', () => {
  expect(['2026-01-02', '2026-06-30', '2026-07-01'].map(resolveReportYear)).toEqual([2025, 2025, 2026])
})
