import { expect, test } from 'vitest'
import { listFeeExamples } from './fees.ts'

const bracket = (upTo: number | null, percent: number, base: number) => ({ up_to: upTo, percent, base })
const noFees = { cancellation: 0, acquisition_report: 0, bond_purchase: 0, day_short: 0, day_long: 0 }

test("gives round prices with the fee from the office's table", () => {
  const amounts = [bracket(300_000_000, 0, 400_000), bracket(null, 0.1, 400_000)]
  expect(listFeeExamples({ ...noFees, amounts }, '2026-11-23')).toEqual([
    { price: 300_000_000, fee: 400_000 },
    { price: 500_000_000, fee: 600_000 },
    { price: 1_000_000_000, fee: 1_100_000 },
  ])
})

test('leaves out a price without a fee', () => {
  const amounts = [bracket(500_000_000, 0, 0), bracket(null, 0, 900_000)]
  expect(listFeeExamples({ ...noFees, amounts }, '2026-11-23')).toEqual([{ price: 1_000_000_000, fee: 900_000 }])
})
