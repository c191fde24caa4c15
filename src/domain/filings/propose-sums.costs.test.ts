import { expect, test } from 'vitest'
import { createFilingSource } from '#tests/support/documents/filing-sources.ts'
import { readStartingRates } from '#tests/support/servers/starting-rates.ts'
import { computeFilingSums } from './filing-kinds.ts'
import type { ApplicationValues } from './filing.ts'
import { proposeCosts, proposeFilings, sumCostLines } from './propose-sums.ts'

const context = { address: null, area: 84.97, rates: readStartingRates(), today: '2026-11-20' }
const computeCosts = (own: Partial<ApplicationValues>) => proposeCosts(createFilingSource(own).application, context)

test('proposes a tax with its surtaxes for a field, each with its calculation', () => {
  const { acquisition_tax: lines, registration_tax: none } = computeCosts({ application_type: 'ownership_transfer' })
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['취득세', 4_123_000],
    ['지방교육세', 412_300],
    ['농어촌특별세', 0],
  ])
  expect(lines[0]?.calculation).toBe('거래가액 412,300,000원 × 1% (주택 600,000,000원 이하) = 4,123,000원')
  expect(sumCostLines(lines)).toBe(4_535_300)
  expect(none).toEqual([])
})

test('an unknown surtax leaves the tax without a total, so that nobody adopts a part of it', () => {
  const { acquisition_tax: lines } = proposeCosts(
    createFilingSource({ application_type: 'ownership_transfer', dedicated_area: null }).application,
    { ...context, area: null },
  )
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['취득세', 4_123_000],
    ['지방교육세', 412_300],
    ['농어촌특별세', null],
  ])
  expect(sumCostLines(lines)).toBeNull()
})

test("with several filings each sum has its filing's name", () => {
  const costs = computeCosts({ application_type: 'ownership_transfer-mortgage_registration' })
  expect(costs.acquisition_tax.map(({ label }) => label)).toEqual([
    '소유권이전 취득세',
    '소유권이전 지방교육세',
    '소유권이전 농어촌특별세',
  ])
  expect(costs.registration_tax.map(({ label }) => label)).toEqual([
    '근저당권설정 등록면허세',
    '근저당권설정 지방교육세',
  ])
  expect(costs.attorney_fee.map(({ label }) => label)).toEqual(['소유권이전 법무사 보수', '근저당권설정 법무사 보수'])
  expect(costs.printed.map(({ label }) => label)).toContain('소유권이전 등기신청수수료')
})

test('proposes nothing that depends on a missing amount', () => {
  const costs = computeCosts({ application_type: 'ownership_transfer', transaction_amount: null })
  expect([costs.acquisition_tax, costs.attorney_fee]).toEqual([[], []])
})

test.each([
  'ownership_transfer',
  'ownership_transfer-mortgage_registration',
  'mortgage_registration-lease_registration',
])('adopting the proposal of %s prints the proposed sums', (application_type) => {
  const empty = { acquisition_tax: null, registration_tax: null }
  const { application } = createFilingSource({ application_type, lease_kind: 'rental_housing_note', ...empty })
  const costs = proposeCosts(application, context)
  const withCosts = {
    ...application,
    acquisition_tax: sumCostLines(costs.acquisition_tax),
    registration_tax: sumCostLines(costs.registration_tax),
  }
  const proposed = proposeFilings(application, context)
  expect(computeFilingSums(withCosts, proposed)).toEqual(computeFilingSums(application, proposed))
})
