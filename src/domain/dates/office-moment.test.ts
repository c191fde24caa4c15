import { describe, expect, test } from 'vitest'
import {
  formatMoment,
  formatMomentWithSeconds,
  normalizeInstant,
  parseTimeEntry,
  toInstant,
  toInstantBounds,
  toOfficeMoment,
} from './office-moment.ts'

test('shows an instant with any offset in Seoul time', () => {
  for (const instant of ['2026-11-20T16:05:00Z', '2026-11-20T16:05:59.999+00:00', '2026-11-21T01:05:00+09:00']) {
    expect(toOfficeMoment(instant)).toEqual({ day: '2026-11-21', time: '01:05' })
  }
  expect(toOfficeMoment('어제')).toBeNull()
})

test('writes an instant like the server', () => {
  expect(toInstant('2026-11-21', '01:05')).toBe('2026-11-20T16:05:00+00:00')
  expect(toInstant('2026-11-21', '01:05:07')).toBe('2026-11-20T16:05:07+00:00')
  expect(normalizeInstant('2026-11-21T01:05:07.5+09:00')).toBe('2026-11-20T16:05:07+00:00')
})

test('a range of days contains its first and last second and nothing beyond', () => {
  const { from, to } = toInstantBounds('2026-11-20', '2026-11-21')
  const isWithin = (instant: string) => instant >= String(from) && instant <= String(to)
  expect(isWithin(toInstant('2026-11-20', '00:00:00'))).toBe(true)
  expect(isWithin(toInstant('2026-11-21', '23:59:59'))).toBe(true)
  expect(isWithin('2026-11-21T14:59:59.5+00:00')).toBe(true)
  expect(isWithin(toInstant('2026-11-22', '00:00:00'))).toBe(false)
  expect(isWithin(toInstant('2026-11-19', '23:59:59'))).toBe(false)
  expect(toInstantBounds('', '')).toEqual({ from: null, to: null })
})

describe('a time of day', () => {
  test.each([
    ['9:05', '09:05'],
    ['0905', '09:05'],
    ['905', '09:05'],
    ['21:30:15', '21:30:15'],
    ['213015', '21:30:15'],
    ['오후 9:05', '21:05'],
    ['오전 12:30', '00:30'],
    ['12시30분', '12:30'],
    ['２１：３０', '21:30'],
  ])('reads %s as %s', (text, time) => expect(parseTimeEntry(text)).toBe(time))

  test.each(['', '25:00', '12:60', '점심', '12', '오후 13:00'])('refuses %j', (text) =>
    expect(parseTimeEntry(text)).toBeNull(),
  )
})

test('lists show an instant in office time, and nothing for an invalid one', () => {
  expect(formatMoment('2026-11-20T15:05:59Z')).toBe('2026.11.21 00:05')
  expect(formatMoment('soon')).toBe('')
})

test('a chat message has the office time to the second', () => {
  expect(formatMomentWithSeconds(Date.parse('2026-11-24T15:00:09.900Z'))).toBe('2026-11-25 00:00:09')
})
