import { expect, test } from 'vitest'
import { formatShortWon } from './short-won.ts'

test('labels an axis in 만, 억 and 조', () => {
  expect(
    [
      0, 9500, 25_000, 9_500_000, 100_000_000, 1_240_000_000, 999_900_000_000, 1_000_000_000_000, 4_000_000_000_000,
      4_500_000_000_000, -2_000_000_000_000,
    ].map(formatShortWon),
  ).toEqual(['0', '9,500', '2.5만', '950만', '1억', '12.4억', '9,999억', '1조', '4조', '4.5조', '-2조'])
})
