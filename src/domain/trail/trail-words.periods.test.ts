import { expect, test } from 'vitest'
import { findPeriod, getPeriodBounds } from './trail-words.ts'

test.each([
  { period: 'today', today: '2026-03-01', start: '2026-03-01', end: '2026-03-01' },
  { period: 'week', today: '2026-03-03', start: '2026-02-25', end: '2026-03-03' },
  { period: 'month', today: '2028-02-10', start: '2028-02-01', end: '2028-02-29' },
  { period: 'last_month', today: '2026-01-31', start: '2025-12-01', end: '2025-12-31' },
] as const)('$period, as of $today', ({ period, today, start, end }) => {
  expect(getPeriodBounds(period, today)).toEqual({ start, end })
  expect(findPeriod({ start, end }, today)).toBe(period)
})

test('any other range of days is not a named period', () => {
  expect(findPeriod({ start: '', end: '' }, '2026-03-03')).toBeUndefined()
  expect(findPeriod({ start: '2026-03-02', end: '2026-03-03' }, '2026-03-03')).toBeUndefined()
})
