import { expect, test } from 'vitest'
import { formatTimestamp } from './format-timestamp.ts'

test('formats a moment in the office’s time zone and the list format, for any year', () => {
  expect(formatTimestamp(Date.parse('2025-12-31T15:30:00Z'))).toBe('2026.01.01 00:30')
  expect(formatTimestamp(Date.parse('2026-11-20T14:05:59+09:00'))).toBe('2026.11.20 14:05')
})

test('formats an invalid moment as an empty string', () => {
  expect(formatTimestamp(Number.NaN)).toBe('')
})
