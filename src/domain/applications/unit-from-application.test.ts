import { expect, test } from 'vitest'
import { unitFromApplication } from './application.ts'

const application = {
  application_type: 'ownership_transfer',
  dedicated_area: 84.9712,
  transaction_amount: 350_000_000,
  acquisition_tax: 3_850_000,
  attorney_fee: 480_000,
  claim_amount: null,
}

test("fills an empty unit's owner, area and sums from its application", () => {
  expect(unitFromApplication({}, application, ['김가온', ' ', '이든'])).toEqual({
    owner: '김가온 외 1명',
    dedicated_area: 84.9712,
    price: 350_000_000,
    total_tax: 3_850_000,
    total_ownership_fee: 480_000,
  })
})

test('keeps what the unit already has', () => {
  const unit = { owner: '박새론', price: 1, total_tax: 0, total_ownership_fee: null }
  expect(unitFromApplication(unit, application, ['김가온'])).toEqual({
    dedicated_area: 84.9712,
    total_ownership_fee: 480_000,
  })
})

test('a fee for several filings is not used as that of the transfer', () => {
  const several = { ...application, application_type: 'ownership_transfer-mortgage_registration', claim_amount: 7 }
  const fields = unitFromApplication({}, several, [])
  expect(fields).toMatchObject({ claim_amount: 7 })
  expect(fields).not.toHaveProperty('total_ownership_fee')
  expect(fields).not.toHaveProperty('owner')
})
