import { expect, test } from 'vitest'
import { getReviewBounds, listFinishedMonths } from './trail-words.ts'

const parseMoment = (text: string) => Date.parse(text)

test.each([
  { what: 'the same month', first: '2026-11-02T00:00:00+09:00', now: '2026-11-30T23:59:59+09:00', expected: [] },
  {
    what: 'the month is over by the clock of the office',
    first: '2026-11-02T00:00:00+09:00',
    now: '2026-12-01T00:00:00+09:00',
    expected: ['2026-11'],
  },
  {
    what: 'the first row of a year in the last minute of a month',
    first: '2025-12-31T23:59:00+09:00',
    now: '2026-02-01T00:00:00+09:00',
    expected: ['2026-01', '2025-12'],
  },
])('lists the finished months: $what', ({ first, now, expected }) => {
  expect(listFinishedMonths(parseMoment(first), parseMoment(now))).toEqual(expected)
})

test('covers at most two years', () => {
  const months = listFinishedMonths(parseMoment('2019-01-01T00:00:00Z'), parseMoment('2026-11-26T00:00:00Z'))
  expect([months.length, months[0], months.at(-1)]).toEqual([24, '2026-10', '2024-11'])
})

test('a month is reviewed from its first to its last day', () => {
  expect(getReviewBounds('2028-02')).toEqual({ first: '2028-02-01', last: '2028-02-29' })
  expect(getReviewBounds('2026-12')).toEqual({ first: '2026-12-01', last: '2026-12-31' })
})
