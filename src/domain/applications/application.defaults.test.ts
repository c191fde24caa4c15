import { describe, expect, test } from 'vitest'
import type { RealEstateUnit } from '#contract/books/real-estate-units.ts'
import { buildApplicationDefaults, computeTotalCost } from './application.ts'

const office = { name: '온결 법무사사무소', scrivener: '한온결' }
const today = '2026-11-23'
const context = { groupName: '달빛스퀘어', office, today }

describe('initial values of a form', () => {
  test('takes the type, days and sums from the unit', () => {
    const start = buildApplicationDefaults(
      createUnit({
        ownership_lawyer: '법무사 한온결',
        mortgage_bank_id: 'b',
        housing_reg_date: '2026-11-01',
        regi_date: '2026-11-25',
        contract_date: '2026-05-04',
        price: 350_000_000,
        total_tax: 3_850_000,
        total_ownership_fee: 480_000,
        claim_amount: 240_000_000,
      }),
      context,
    )
    expect(start).toMatchObject({
      application_type: 'ownership_transfer-mortgage_registration-lease_registration',
      regi_date: '2026-11-25',
      registration_cause_date: '2026-05-04',
      lease_kind: 'rental_housing_note',
      transaction_amount: 350_000_000,
      acquisition_tax: 3_850_000,
      attorney_fee: 480_000,
      claim_amount: 240_000_000,
      group_name: '달빛스퀘어',
      dongho: '101동 1203호',
    })
  })

  test('an empty unit gives no type and today twice', () => {
    expect(buildApplicationDefaults(createUnit({}), context)).toMatchObject({
      application_type: '',
      regi_date: today,
      registration_cause_date: today,
      lease_kind: null,
    })
  })

  test('without a contract day the cause has the day of filing', () => {
    const start = buildApplicationDefaults(createUnit({ regi_date: '2026-12-01' }), context)
    expect(start.registration_cause_date).toBe('2026-12-01')
  })
})

test('the total leaves out the price of the dwelling and counts missing sums as 0', () => {
  expect(computeTotalCost({ acquisition_tax: 3_850_000, registration_tax: null, attorney_fee: 480_000 })).toBe(
    4_330_000,
  )
  expect(computeTotalCost({})).toBe(0)
})

function createUnit(own: Partial<RealEstateUnit>): RealEstateUnit {
  const empty = {
    regi_date: null,
    purpose: null,
    dong: null,
    ho: null,
    owner: null,
    dedicated_area: null,
    land_area: null,
    immovable_num: null,
    price: null,
    total_tax: null,
    transfer_ownership_receipt_num: null,
    transfer_ownership_status: null,
    total_ownership_fee: null,
    mortgage_receipt_num: null,
    mortgage_status: null,
    mortgage_bank_id: null,
    total_mortgage_fee: null,
    claim_amount: null,
    contract_date: null,
    housing_reg_date: null,
    ownership_lawyer: null,
    receipted_at: null,
    registrated_at: null,
    address_id: null,
  }
  const base = { id: 'u', version: 1, inserted_at: '', updated_at: '', group_id: 'g', dongho: '101동 1203호' }
  return { ...empty, ...base, ...own }
}
