import { expect, test } from 'vitest'
import { momentText } from './moment-text.ts'

const newYear = Date.parse('2026-01-01T00:30:00+09:00')

test('a moment of this year stands without the year, one of another year with it', () => {
  expect(momentText(newYear, Date.parse('2026-12-31T23:59:00+09:00'))).toBe('1. 1. 00:30')
  expect(momentText(newYear, Date.parse('2027-01-01T00:00:00+09:00'))).toBe('2026. 1. 1. 00:30')
})

test('the year is that of the office, whatever the clock says elsewhere', () => {
  expect(momentText(Date.parse('2025-12-31T15:30:00Z'), newYear)).toBe('1. 1. 00:30')
})

test('what is no moment is nothing', () => {
  expect(momentText(Number.NaN)).toBe('')
})
