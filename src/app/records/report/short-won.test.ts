import { expect, test } from 'vitest'
import { shortWon } from './short-won.ts'

test('labels an axis in 만 and 억', () => {
  expect([0, 9500, 25_000, 9_500_000, 100_000_000, 1_240_000_000].map(shortWon)).toEqual([
    '0',
    '9,500',
    '2.5만',
    '950만',
    '1억',
    '12.4억',
  ])
})
