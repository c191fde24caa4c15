import { expect, test } from 'vitest'
import { computeVat } from './won.ts'

test.each([
  [25, 3],
  [24, 2],
  [100_000, 10_000],
  [5, 1],
  [4, 0],
  [0, 0],
  [-100, 0],
  [null, 0],
])('the tax of %s won is %s won', (fees, vat) => {
  expect(computeVat(fees)).toBe(vat)
})
