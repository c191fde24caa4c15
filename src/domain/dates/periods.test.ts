import { expect, test } from 'vitest'
import { findPeriodName, listComingPeriods, listQuickPeriods, readPeriod, resolvePeriod } from './periods.ts'

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

test.each([
  ['2026-11', '2026-11-01', '2026-11-30'],
  ['2028.2', '2028-02-01', '2028-02-29'],
  ['2025년 3월', '2025-03-01', '2025-03-31'],
  ['11월', '2026-11-01', '2026-11-30'],
  ['2025', '2025-01-01', '2025-12-31'],
  ['2025년', '2025-01-01', '2025-12-31'],
  ['지난 달', '2026-10-01', '2026-10-31'],
  ['다음주', '2026-11-23', '2026-11-29'],
  ['이번 주', '2026-11-16', '2026-11-22'],
  ['다음달', '2026-12-01', '2026-12-31'],
])('reads %s as a period', (text, start, end) => {
  expect(readPeriod(text, '2026-11-21')).toEqual({ start, end })
})

test.each(['', '13월', '0월', '2026-13', '2026-00', '1120', '11/20', '2026-11-20', '모름'])(
  'reads no period from "%s"',
  (text) => {
    expect(readPeriod(text, '2026-11-21')).toBeNull()
  },
)

test('offers the coming weeks and months for days that lie ahead', () => {
  expect(listComingPeriods('2026-12-31').map(({ label, start, end }) => [label, start, end])).toEqual([
    ['이번 주', '2026-12-28', '2027-01-03'],
    ['다음 주', '2027-01-04', '2027-01-10'],
    ['이번 달', '2026-12-01', '2026-12-31'],
    ['다음 달', '2027-01-01', '2027-01-31'],
    ['올해', '2026-01-01', '2026-12-31'],
  ])
})

test('names a range by today, and the name moves with the day', () => {
  expect(findPeriodName({ start: '2026-11-01', end: '2026-11-30' }, '2026-11-21')).toBe('이번 달')
  expect(findPeriodName({ start: '2026-11-01', end: '2026-11-29' }, '2026-11-21')).toBeNull()
  expect(findPeriodName({ start: '', end: '' }, '2026-11-21')).toBeNull()
  expect(resolvePeriod('이번 달', '2026-12-01')).toEqual({ start: '2026-12-01', end: '2026-12-31' })
  expect(resolvePeriod('언젠가', '2026-12-01')).toBeNull()
})
