import { describe, expect, test } from 'vitest'
import {
  deriveApplicationType,
  fillUnitFields,
  formatApplicationType,
  isApplicationType,
  offeredTypes,
  parseApplicationType,
} from './application.ts'

const office = { name: '온결 법무사사무소', scrivener: '한온결' }

describe('the type derived from a unit', () => {
  // Every combination: this office or another, a bank or none, registered for rent or not.
  test.each([
    [{}, ''],
    [{ isOurs: true }, 'ownership_transfer'],
    [{ hasBank: true }, 'mortgage_registration'],
    [{ isRental: true }, 'lease_registration'],
    [{ isOurs: true, hasBank: true }, 'ownership_transfer-mortgage_registration'],
    [{ isOurs: true, isRental: true }, 'ownership_transfer-lease_registration'],
    [{ hasBank: true, isRental: true }, 'mortgage_registration-lease_registration'],
    [{ isOurs: true, hasBank: true, isRental: true }, 'ownership_transfer-mortgage_registration-lease_registration'],
  ])(
    'of %j is %j',
    (
      {
        isOurs = false,
        hasBank = false,
        isRental = false,
      }: Partial<Record<'isOurs' | 'hasBank' | 'isRental', boolean>>,
      type,
    ) => {
      const unit = {
        ownership_lawyer: isOurs ? '온결 법무사사무소' : '가온 법무사',
        mortgage_bank_id: hasBank ? 'bank' : null,
        housing_reg_date: isRental ? '2026-11-01' : null,
      }
      expect(deriveApplicationType(unit, office)).toBe(type)
    },
  )

  test.each([
    ['법무사 한온결', true],
    ['한온결', true],
    ['법무사한온결', true],
    ['온결법무사사무소', true],
    ['', false],
    [null, false],
    ['법무사 한솔', false],
  ])('recognizes this office: %j %j', (lawyer, isOurs) => {
    const type = deriveApplicationType(
      { ownership_lawyer: lawyer, mortgage_bank_id: null, housing_reg_date: null },
      office,
    )
    expect(type).toBe(isOurs ? 'ownership_transfer' : '')
  })
})

describe('labels and order', () => {
  test('a listed type has its own label, any other combination those of its parts', () => {
    expect(offeredTypes.map(formatApplicationType)).toEqual([
      '소유권이전',
      '소유권이전+근저당권설정',
      '소유권이전+근저당권설정+임차권(임대주택)',
      '근저당권설정',
      '근저당권말소',
      '임차권등기',
      '임차권말소',
      '상속',
      '분할',
      '기타',
    ])
    expect(formatApplicationType('ownership_transfer-lease_registration')).toBe('소유권이전 · 임차권(임대주택)')
    expect(formatApplicationType('mortgage_registration-lease_registration')).toBe('근저당권설정 · 임차권(임대주택)')
  })

  test('sorts parts in legal order, however they are named: 이전 before 설정 before 임차', () => {
    expect(parseApplicationType('lease_registration-mortgage_registration-ownership_transfer')).toEqual([
      'ownership_transfer',
      'mortgage_registration',
      'lease_registration',
    ])
    expect(parseApplicationType('mortgage_cancellation-ownership_transfer')).toEqual([
      'ownership_transfer',
      'mortgage_cancellation',
    ])
    expect(parseApplicationType('')).toEqual(['other'])
  })

  test('a type consists of known words, each once', () => {
    expect(isApplicationType('ownership_transfer-lease_registration')).toBe(true)
    expect(isApplicationType('ownership_transfer-ownership_transfer')).toBe(false)
    expect(isApplicationType('')).toBe(false)
    expect(isApplicationType('sale')).toBe(false)
  })
})

describe('a unit completed from its application', () => {
  const application = {
    application_type: 'ownership_transfer',
    dedicated_area: 84.9712,
    transaction_amount: 350_000_000,
    acquisition_tax: 3_850_000,
    attorney_fee: 480_000,
    claim_amount: null,
  }

  test("fills an empty unit's owner, area and sums from its application", () => {
    expect(fillUnitFields({}, application, ['김가온', ' ', '이든'])).toEqual({
      owner: '김가온 외 1명',
      dedicated_area: 84.9712,
      price: 350_000_000,
      total_tax: 3_850_000,
      total_ownership_fee: 480_000,
    })
  })

  test('keeps what the unit already has', () => {
    const unit = { owner: '박새론', price: 1, total_tax: 0, total_ownership_fee: null }
    expect(fillUnitFields(unit, application, ['김가온'])).toEqual({
      dedicated_area: 84.9712,
      total_ownership_fee: 480_000,
    })
  })

  test('a fee for several filings is not used as that of the transfer', () => {
    const several = { ...application, application_type: 'ownership_transfer-mortgage_registration', claim_amount: 7 }
    const fields = fillUnitFields({}, several, [])
    expect(fields).toMatchObject({ claim_amount: 7 })
    expect(fields).not.toHaveProperty('total_ownership_fee')
    expect(fields).not.toHaveProperty('owner')
  })
})
