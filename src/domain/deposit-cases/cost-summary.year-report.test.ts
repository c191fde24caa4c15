import { expect, test } from 'vitest'
import type { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { CaseDateField } from '#contract/records/list-query.ts'
import {
  depositYearBook,
  mergeYearRows,
  reportYear,
  resolveComparedDays,
  sumYearRows,
  type YearReportParams,
} from './cost-summary.ts'

type Row = Parameters<typeof depositYearBook.getPerson>[0] &
  Record<CaseDateField, string | null> &
  Record<(typeof costKeys)[number], number | null>

const empty: Row = {
  receipted_at: null,
  created_at: null,
  registrated_at: null,
  status: 'pending',
  business_manager: '박새론 과장',
  fees: null,
  fees_vat: null,
  proof: null,
  tax: null,
  stamp: null,
  cost_request_at: null,
  deposit_at: null,
}
const reportCases = (cases: readonly Partial<Row>[], query: Partial<YearReportParams>, today: string) =>
  reportYear(
    cases.map((row) => ({ ...empty, ...row })),
    { year: 2026, date_field: 'created_at', by: 'month', ...query, today },
    depositYearBook,
  )

test.each([
  { of: 'a year that is over', year: 2025, today: '2026-11-20', last: ['2025-12-31', '2024-12-31'] },
  { of: 'the running year', year: 2026, today: '2026-11-20', last: ['2026-11-20', '2025-11-20'] },
  { of: '29 February', year: 2028, today: '2028-02-29', last: ['2028-02-29', '2027-02-28'] },
  {
    of: 'the end of a February after a leap year',
    year: 2029,
    today: '2029-02-28',
    last: ['2029-02-28', '2028-02-29'],
  },
  { of: '28 February of a leap year', year: 2028, today: '2028-02-28', last: ['2028-02-28', '2027-02-28'] },
  { of: 'the last day of a year', year: 2026, today: '2026-12-31', last: ['2026-12-31', '2025-12-31'] },
])('compares $of with the same part of the year before', ({ year, today, last }) => {
  const { current, before } = resolveComparedDays({ year, today })
  expect([current.first, before.first]).toEqual([`${year}-01-01`, `${year - 1}-01-01`])
  expect([current.last, before.last]).toEqual(last)
})

test('has a row for every month up to the last compared one, even without cases', () => {
  const { rows } = reportCases([{ created_at: '2026-03-02' }], {}, '2026-05-10')
  expect(rows.map(({ key, current, before }) => [key, current.count, before.count])).toEqual([
    ['1', 0, 0],
    ['2', 0, 0],
    ['3', 1, 0],
    ['4', 0, 0],
    ['5', 0, 0],
  ])
  expect(reportCases([], { year: 2025 }, '2026-05-10').rows).toHaveLength(12)
})

test('counts a case once, in the month of the chosen day, with its fees and unpaid costs', () => {
  const cases = [
    { created_at: '2026-02-28', receipted_at: '2026-01-31', fees: 100, fees_vat: 10, status: 'completed' },
    { created_at: '2026-02-01', fees: 200, fees_vat: 20, tax: 7, cost_request_at: '2026-03-01' },
    { created_at: '2026-02-01', fees: 300, cost_request_at: '2026-03-01', deposit_at: '2026-03-05' },
    { created_at: '2025-02-28', fees: 50 },
    { created_at: '2024-02-29', fees: 9999 },
    { receipted_at: '2026-02-01' },
  ]
  const report = reportCases(cases, {}, '2026-12-31')
  expect(report.undated).toBe(1)
  expect(report.rows[1]).toEqual({
    key: '2',
    current: { count: 3, completed: 1, fees: 600, unpaid: 227 },
    before: { count: 1, completed: 0, fees: 50, unpaid: 0 },
  })
  expect(sumYearRows(report.rows).current.count).toBe(3)
  const received = reportCases(cases, { date_field: 'receipted_at' }, '2026-12-31')
  expect(received.rows.map(({ current }) => current.count)).toEqual([1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
})

test('in the running year neither side counts days after today', () => {
  const cases = ['2026-06-10', '2026-06-11', '2025-06-10', '2025-06-11', '2025-12-01'].map((day) => ({
    created_at: day,
  }))
  const { rows } = reportCases(cases, {}, '2026-06-10')
  expect(rows.at(-1)).toMatchObject({ key: '6', current: { count: 1 }, before: { count: 1 } })
})

test('lists the people of both years, and cases without a person last', () => {
  const cases = [
    { created_at: '2025-04-01', business_manager: '떠난 사람' },
    { created_at: '2026-04-01', business_manager: '새 사람' },
    { created_at: '2026-04-01', business_manager: ' ' },
  ]
  const { rows } = reportCases(cases, { by: 'person' }, '2026-12-31')
  expect(rows.map(({ key, current, before }) => [key, current.count, before.count])).toEqual([
    ['떠난 사람', 0, 1],
    ['새 사람', 1, 0],
    ['', 1, 0],
  ])
})

test('merges groups of one person into one row', () => {
  const report = reportCases(
    ['g1', 'g2', 'g3'].map((business_manager) => ({ created_at: '2026-04-01', fees: 10, business_manager })),
    { by: 'person' },
    '2026-12-31',
  )
  const merged = mergeYearRows(report, (key) => (key === 'g3' ? '이든' : '박새론'))
  expect(merged.rows.map(({ key, current }) => [key, current.count, current.fees])).toEqual([
    ['박새론', 2, 20],
    ['이든', 1, 10],
  ])
})

test('counts by month only the cases of the chosen people, and their undated ones', () => {
  const cases = [
    { created_at: '2026-02-01', fees: 100 },
    { created_at: '2026-02-01', fees: 200, business_manager: '임달래' },
    { created_at: '2025-02-01', fees: 40, business_manager: ' 임달래 ' },
    { business_manager: '임달래' },
    {},
  ]
  const { rows, undated } = reportCases(cases, { people: ['임달래'] }, '2026-12-31')
  expect(rows[1]).toMatchObject({ key: '2', current: { count: 1, fees: 200 }, before: { count: 1, fees: 40 } })
  expect(sumYearRows(rows).current.count).toBe(1)
  expect(undated).toBe(1)
})
