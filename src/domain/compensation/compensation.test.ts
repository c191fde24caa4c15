import { expect, test } from 'vitest'
import { computeCompensation } from './compensation.ts'

test.each([
  { taken: 120, price: 350_000, won: 42_000_000 },
  // 330.7 × 1,000 and 1.1 × 1.1 are slightly less in binary fractions.
  { taken: 330.7, price: 1000, won: 330_700 },
  { taken: 4.35, price: 100, won: 435 },
  { taken: 84.9712, price: 1_234_567, won: 104_902_639 },
  { taken: 0.3333, price: 3, won: 0 },
  { taken: 0, price: 500_000, won: 0 },
  { taken: 1204.5, price: 12_345, won: 14_869_552 },
  { taken: 9_999_999_999.9999, price: 10, won: 99_999_999_999 },
])('$taken ㎡ at $price won gives $won won', ({ taken, price, won }) => {
  expect(computeCompensation(taken, price)).toBe(won)
})

test.each([
  [null, 1000],
  [10, null],
  [null, null],
  [-1, 1000],
  [9_999_999_999, 999_999_999_999_999],
])('%s at %s gives no amount', (taken, price) => {
  expect(computeCompensation(taken, price)).toBeNull()
})
