import { expect, test } from 'vitest'
import { momentText } from './moment-text.ts'

test('a moment is told in the office’s time and in the form of every list, whatever the year', () => {
  expect(momentText(Date.parse('2025-12-31T15:30:00Z'))).toBe('2026.01.01 00:30')
  expect(momentText(Date.parse('2026-11-20T14:05:59+09:00'))).toBe('2026.11.20 14:05')
})

test('what is no moment is told as nothing', () => {
  expect(momentText(Number.NaN)).toBe('')
})
