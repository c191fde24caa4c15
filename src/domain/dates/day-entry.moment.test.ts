import { expect, test } from 'vitest'
import { formatMomentEntry, moveMomentToDay, parseDayOfMoment, parseMomentEntry } from './day-entry.ts'

const today = '2026-11-21'

test.each([
  ['2026-11-20 14:05', '2026-11-20T05:05:00+00:00'],
  ['2026년 11월 20일 14:05', '2026-11-20T05:05:00+00:00'],
  ['11/20 0905', '2026-11-20T00:05:00+00:00'],
  ['어제 9:30', '2026-11-20T00:30:00+00:00'],
  ['0:10', '2026-11-20T15:10:00+00:00'],
  ['어제', '2026-11-19T15:00:00+00:00'],
  ['2026. 11. 20. 오후 2시', '2026-11-20T05:00:00+00:00'],
  ['', null],
])('reads %s', (text, instant) => {
  expect(parseMomentEntry(text, today)).toEqual({ ok: true, value: instant })
})

test.each(['2026-11', '11.20.2026', '2026-02-30 10:00', '25:00', '10:75', '아침'])('refuses %s', (text) => {
  expect(parseMomentEntry(text, today)).toEqual({ ok: false })
})

test('a moment is shown in office time and read back as the same minute', () => {
  expect(formatMomentEntry('2026-11-20T15:10:59.12+00:00')).toBe('2026-11-21 00:10')
  expect(parseMomentEntry(formatMomentEntry('2026-11-20T15:10:00+00:00'), today)).toEqual({
    ok: true,
    value: '2026-11-20T15:10:00+00:00',
  })
  expect(formatMomentEntry(null)).toBe('')
})

test.each([
  ['2026-11-20 14:05', '2026-11-20'],
  ['2026-11-20', '2026-11-20'],
  ['2026. 11. 20.', '2026-11-20'],
  ['11/20 오후', ''],
  ['905', ''],
  ['', ''],
])('finds the day of %j: %j', (text, day) => {
  expect(parseDayOfMoment(text, '2026-11-21')).toBe(day)
})

test('another day keeps the typed time', () => {
  expect(moveMomentToDay('2026-11-20 14:05', '2026-11-25')).toBe('2026-11-25 14:05')
  expect(moveMomentToDay('2026-11-20', '2026-11-25')).toBe('2026-11-25 ')
  expect(moveMomentToDay('2026-11-20 14:05', '')).toBe('')
})
