import { expect, test } from 'vitest'
import { claimMonths, firstClaimPeriod } from './period-fields.tsx'

test.each([
  ['2028-03-15', ['2028-02-01', '2028-02-29'], ['2028-03-01', '2028-03-31']],
  ['2027-01-31', ['2026-12-01', '2026-12-31'], ['2027-01-01', '2027-01-31']],
])('offers whole months on %s', (today, last, current) => {
  expect(claimMonths(today).map(({ start, end }) => [start, end])).toEqual([last, current, ['', '']])
})

test("starts with the report's range, or with the previous month without one", () => {
  const report = { date_field: 'receipted_at', start: '2026-05-01', end: '' } as const
  expect(firstClaimPeriod(report, '2026-11-20')).toEqual(report)
  expect(firstClaimPeriod({ ...report, start: '' }, '2026-11-20')).toEqual({
    date_field: 'receipted_at',
    start: '2026-10-01',
    end: '2026-10-31',
  })
})
