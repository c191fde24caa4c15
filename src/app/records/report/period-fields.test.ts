import { expect, test } from 'vitest'
import { listQuickPeriods } from './period-fields.tsx'

test.each([
  ['2028-03-15', ['2028-03-01', '2028-03-31'], ['2028-02-01', '2028-02-29'], 2028],
  ['2027-01-31', ['2027-01-01', '2027-01-31'], ['2026-12-01', '2026-12-31'], 2027],
])('offers whole months and years on %s', (today, current, last, year) => {
  expect(listQuickPeriods(today).map(({ label, start, end }) => [label, start, end])).toEqual([
    ['이번 달', ...current],
    ['지난달', ...last],
    ['올해', `${year}-01-01`, `${year}-12-31`],
    ['작년', `${year - 1}-01-01`, `${year - 1}-12-31`],
  ])
})
