import { expect, test } from 'vitest'
import { summarizeReceivables, sumReceivables } from './deposit-receivables.ts'

test('the total of 미수금 is the sum of its projects, for each age', () => {
  const cases = [
    makeClaim('제1공구', '2026-11-01', 100_000),
    makeClaim('제1공구', '2026-07-01', 50_000),
    makeClaim('제2공구', '2026-11-10', 30_000),
  ]
  const total = sumReceivables(summarizeReceivables(cases, '2026-11-21'))
  expect([total.count, total.sum]).toEqual([3, 180_000])
  expect(total.ages.map(({ sum }) => sum)).toEqual([130_000, 0, 0, 50_000])
})

function makeClaim(project: string, day: string, fees: number) {
  return {
    business_section: project,
    cost_request_at: day,
    deposit_at: null,
    fees,
    fees_vat: null,
    proof: null,
    tax: null,
    stamp: null,
  }
}
