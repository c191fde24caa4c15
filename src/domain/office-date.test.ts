import { expect, test } from 'vitest'
import { addDays, daysBetween, daysOfMonth, officeDay, parseDateEntry, writtenDay } from './office-date.ts'

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2026.11.20', '2026-11-20'],
  ['2026. 11. 2.', '2026-11-02'],
  ['2026년 11월 2일', '2026-11-02'],
  ['20261120', '2026-11-20'],
  ['261120', '2026-11-20'],
  ['26.11.20', '2026-11-20'],
  ['11/20', '2026-11-20'],
  ['99/1/5', '1999-01-05'],
  ['오늘', '2026-11-21'],
  ['어제', '2026-11-20'],
  ['', null],
])('%j typed on 2026-11-21 means %s', (text, value) => {
  expect(parseDateEntry(text, '2026-11-21')).toEqual({ ok: true, value })
})

test.each(['2026-02-30', '13/45', '20261301', 'abc', '1', '202611', '2026-1-1-1'])('%j is no day', (text) => {
  expect(parseDateEntry(text, '2026-11-21')).toEqual({ ok: false })
})

test('the office day turns at midnight in Seoul, not in London', () => {
  expect(officeDay(Date.parse('2026-11-20T14:59:59Z'))).toBe('2026-11-20')
  expect(officeDay(Date.parse('2026-11-20T15:00:00Z'))).toBe('2026-11-21')
})

test('days are counted over months and leap years', () => {
  expect(addDays('2028-02-28', 2)).toBe('2028-03-01')
  expect(daysBetween('2026-12-31', '2027-01-02')).toBe(2)
})

test('a month ends on its last day, in leap years too, and month 0 is the whole year', () => {
  expect(daysOfMonth(2026, 2)).toEqual({ first: '2026-02-01', last: '2026-02-28' })
  expect(daysOfMonth(2028, 2).last).toBe('2028-02-29')
  expect(daysOfMonth(2026, 12)).toEqual({ first: '2026-12-01', last: '2026-12-31' })
  expect(daysOfMonth(2026, 0)).toEqual({ first: '2026-01-01', last: '2026-12-31' })
})

test('a day is written the Korean way, without zeros in front', () => {
  expect(writtenDay('2026-11-05')).toBe('2026. 11. 5.')
})
