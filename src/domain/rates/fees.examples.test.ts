import { expect, test } from 'vitest'
import { listFeeExamples, listTaxExamples } from './fees.ts'

const createBracket = (upTo: number | null, percent: number, base: number) => ({ up_to: upTo, percent, base })
const noFees = { cancellation: 0, acquisition_report: 0, bond_purchase: 0, day_short: 0, day_long: 0 }

test("gives round prices with the fee from the office's table", () => {
  const amounts = [createBracket(300_000_000, 0, 400_000), createBracket(null, 0.1, 400_000)]
  expect(listFeeExamples({ ...noFees, amounts }, '2026-11-23')).toEqual([
    { price: 300_000_000, fee: 400_000, since: '2026-11-23' },
    { price: 500_000_000, fee: 600_000, since: '2026-11-23' },
    { price: 1_000_000_000, fee: 1_100_000, since: '2026-11-23' },
  ])
})

test('leaves out a price without a fee', () => {
  const amounts = [createBracket(500_000_000, 0, 0), createBracket(null, 0, 900_000)]
  expect(listFeeExamples({ ...noFees, amounts }, '2026-11-23')).toEqual([
    { price: 1_000_000_000, fee: 900_000, since: '2026-11-23' },
  ])
})

test('gives the taxes of a home without 농어촌특별세 by the statutory rates', () => {
  const acquisition = {
    house_low: 1,
    house_low_to: 600_000_000,
    house_high: 3,
    house_high_over: 900_000_000,
    heavy_8: 8,
    heavy_12: 12,
    land: 4,
    farmland: 3,
    gift: 3.5,
    inheritance: 2.8,
    inheritance_farmland: 2.3,
    division: 2.3,
  }
  const education = { registration: 20, house: 20, other: 20, deducted: 2, heavy: 0.4 }
  const rural = { standard: 0.2, heavy_8: 0.6, heavy_12: 1, exempt_area: 85 }
  const createExample = (price: number, tax: number, educationTax: number) => ({
    price,
    area: 85,
    acquisition_tax: tax,
    education_tax: educationTax,
    since: '2020-01-01',
  })
  const rates = { acquisition, education, rural }
  expect(listTaxExamples(rates, '2020-01-01')).toEqual([
    createExample(300_000_000, 3_000_000, 300_000),
    createExample(500_000_000, 5_000_000, 500_000),
    createExample(1_000_000_000, 30_000_000, 3_000_000),
  ])
  expect(listTaxExamples({ ...rates, rural: { ...rural, exempt_area: 0 } }, '2020-01-01')).toEqual([])
})
