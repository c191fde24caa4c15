import { expect, test } from 'vitest'
import { findSoonWord } from './office-date.ts'

test.each([
  ['2026-12-30', null],
  ['2026-12-31', '오늘'],
  ['2027-01-01', '내일'],
  ['2027-01-02', '모레'],
  ['2027-01-03', null],
  ['', null],
  [null, null],
])('on the last day of the year, %j is %j', (day, word) => {
  expect(findSoonWord(day, '2026-12-31')).toBe(word)
})
