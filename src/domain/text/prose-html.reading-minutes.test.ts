import { expect, test } from 'vitest'
import { estimateReadingMinutes } from './prose-html.ts'

test('500 characters take a minute; spaces and line breaks take no time', () => {
  expect(estimateReadingMinutes('가'.repeat(500))).toBe(1)
  expect(estimateReadingMinutes(`${'가'.repeat(500)}${' \n'.repeat(400)}`)).toBe(1)
  expect(estimateReadingMinutes('가'.repeat(501))).toBe(2)
  expect(estimateReadingMinutes('가나 다\n'.repeat(1000))).toBe(6)
})

test('a post without text takes one minute, not zero', () => {
  expect(estimateReadingMinutes('')).toBe(1)
})
