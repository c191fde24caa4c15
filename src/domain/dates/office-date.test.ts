import { expect, test } from 'vitest'
import { addDays, countDaysBetween, formatLetterDay, getMonthBounds, toOfficeDay } from './office-date.ts'

test('the office day changes at midnight in Seoul, not in London', () => {
  expect(toOfficeDay(Date.parse('2026-11-20T14:59:59Z'))).toBe('2026-11-20')
  expect(toOfficeDay(Date.parse('2026-11-20T15:00:00Z'))).toBe('2026-11-21')
})

test('counts days across months and leap years', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(countDaysBetween('2026-12-31', '2027-01-02')).toBe(2)
})

test('a month ends on its last day, even in leap years, and month 0 is the whole year', () => {
  expect(getMonthBounds(2026, 2)).toEqual({ first: '2026-02-01', last: '2026-02-28' })
  expect(getMonthBounds(2028, 2).last).toBe('2028-02-29')
  expect(getMonthBounds(2026, 12)).toEqual({ first: '2026-12-01', last: '2026-12-31' })
  expect(getMonthBounds(2026, 0)).toEqual({ first: '2026-01-01', last: '2026-12-31' })
})

test('writes a day in Korean form without leading zeros', () => {
  expect(formatLetterDay('2026-11-05')).toBe('2026. 11. 5.')
})
