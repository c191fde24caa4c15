import { expect, test } from 'vitest'
import { daysOfReview, finishedMonths } from './review-months.ts'

const at = (text: string) => Date.parse(text)

test.each([
  ['the same month', '2026-11-02T00:00:00+09:00', '2026-11-30T23:59:59+09:00', []],
  [
    'the month is over by the clock of the office',
    '2026-11-02T00:00:00+09:00',
    '2026-12-01T00:00:00+09:00',
    ['2026-11'],
  ],
  [
    'the first row of a year in the last minute of a month',
    '2025-12-31T23:59:00+09:00',
    '2026-02-01T00:00:00+09:00',
    ['2026-01', '2025-12'],
  ],
])('finished months: %s', (_what, first, now, expected) => {
  expect(finishedMonths(at(first), at(now))).toEqual(expected)
})

test('no more than two years of them are asked about', () => {
  const months = finishedMonths(at('2019-01-01T00:00:00Z'), at('2026-11-26T00:00:00Z'))
  expect([months.length, months[0], months.at(-1)]).toEqual([24, '2026-10', '2024-11'])
})

test('a month has its days', () => {
  expect(daysOfReview('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
  expect(daysOfReview('2026-12')).toEqual({ first: '2026-12-01', last: '2026-12-31' })
})
