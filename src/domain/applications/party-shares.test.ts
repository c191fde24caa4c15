import fc from 'fast-check'
import { expect, test } from 'vitest'
import { equalShares, shareFraction, sharesTotal } from './party-shares.ts'

test('equal shares are two decimals each, and the last takes the remainder', () => {
  expect(equalShares(3)).toEqual([33.33, 33.33, 33.34])
  expect(equalShares(7)).toEqual([14.28, 14.28, 14.28, 14.28, 14.28, 14.28, 14.32])
  expect(equalShares(1)).toEqual([100])
  expect(equalShares(0)).toEqual([])
})

test('equal shares of any number of parties make exactly a hundred', () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 200 }), (count) => sharesTotal(equalShares(count)) === 100))
})

test.each([
  [33.33, [33.33, 33.33, 33.34], '3분의 1'],
  [33.34, [33.33, 33.33, 33.34], '3분의 1'],
  [14.32, equalShares(7), '7분의 1'],
  [50, [50, 50], '2분의 1'],
  [40, [40, 60], '5분의 2'],
  [12.5, [12.5, 87.5], '8분의 1'],
  [100, [100], null],
  [0, [0, 100], null],
])('%j of %j stands as %j', (share, all, fraction) => {
  expect(shareFraction(share, all)).toBe(fraction)
})
