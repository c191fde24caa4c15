import { expect, test } from 'vitest'
import { formatWon, parseWon } from './won.ts'

test.each([
  ['1,234,000원', 1_234_000],
  [' 1 000 ', 1000],
  ['１２３', 123],
  ['₩5,000', 5000],
  ['-300', -300],
  ['', null],
  ['   ', null],
  ['천원', 0],
  ['12.5', 0],
])('%j is read as %s won', (text, amount) => {
  expect(parseWon(text)).toBe(amount)
})

test('what is shown is read back as the same amount', () => {
  for (const amount of [0, 7, 1234, 4_812_345_670, -5000]) expect(parseWon(formatWon(amount))).toBe(amount)
  expect(formatWon(null)).toBe('')
})
