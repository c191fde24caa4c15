import { describe, expect, test } from 'vitest'
import { createFilingSource } from '#tests/support/documents/filing-sources.ts'
import { readStartingRates } from '#tests/support/servers/starting-rates.ts'
import { computeCostItems } from './cost-statement.ts'
import { formatLegalAmount } from './document-texts.ts'
import { computeFilingSums } from './filing-kinds.ts'
import type { ApplicationValues } from './filing.ts'
import { listFilings } from './list-filings.ts'
import { proposeFilings } from './propose-sums.ts'

describe('proposals by the rates of the day', () => {
  const rates = readStartingRates()
  const computeSums = (own: Partial<ApplicationValues>, address: string | null = null) => {
    const { application } = createFilingSource({ application_type: 'ownership_transfer-mortgage_registration', ...own })
    return computeFilingSums(
      application,
      proposeFilings(application, { address, area: 84.97, rates, today: '2026-11-20' }),
    )
  }
  const nothingTyped = { acquisition_tax: null, registration_tax: null }

  test('are printed where nothing was typed, each tax and fee with its filing', () => {
    const { ownership_transfer: transfer, mortgage_registration: mortgage } = computeSums(nothingTyped)
    expect(transfer).toMatchObject({
      acquisition_tax: 4_123_000,
      education_tax: 412_300,
      rural_tax: 0,
      filing_fee: 18_000,
    })
    expect(mortgage).toMatchObject({ registration_tax: 660_000, education_tax: 132_000, filing_fee: 18_000 })
  })

  test('split an amount noted with its surtaxes', () => {
    const sums = computeSums({ acquisition_tax: 4_535_300, registration_tax: 792_000 })
    expect(sums.ownership_transfer).toMatchObject({ acquisition_tax: 4_123_000, education_tax: 412_300 })
    expect(sums.mortgage_registration).toMatchObject({ registration_tax: 660_000, education_tax: 132_000 })
  })

  test('add nothing to any other amount, and say so', () => {
    const own = { application_type: 'ownership_transfer', acquisition_tax: 5_000_000 }
    const { ownership_transfer: transfer } = computeSums(own)
    expect(transfer).toMatchObject({ acquisition_tax: 5_000_000, education_tax: null, rural_tax: null })
    const source = createFilingSource(own, { sums: computeSums(own) })
    expect(listFilings(source)[0]?.missing.map(({ box, words }) => `${box}: ${words}`)).toEqual([
      '지방교육세: 지방교육세를 확인해 주세요. 입력한 취득세에 들어 있으면 ‘입력한 세액’에서 선택해 주세요.',
      '세액 합계: 확인되지 않은 세액이 있어 비워 둡니다.',
    ])
    expect(listFilings(source)[0]?.texts['tax_total']).toBe(formatLegalAmount(null))
  })

  test('an amount that staff mark as including surtaxes is the total, on the form and in the statement', () => {
    const own = { application_type: 'ownership_transfer', acquisition_tax: 5_000_000, tax_scope: 'whole' }
    const source = createFilingSource(own, { sums: computeSums(own) })
    expect(listFilings(source)[0]?.texts).toMatchObject({
      tax_total: '금 5,000,000원',
      first_tax: formatLegalAmount(null),
      education_tax: formatLegalAmount(null),
    })
    expect(listFilings(source)[0]?.missing).toContainEqual({
      box: '취득세',
      words: '취득세를 나누어 적어 주세요. 세액 합계만 인쇄합니다.',
    })
    expect(computeCostItems(source).tax).toBe(5_000_000)
    expect(computeCostItems(source).total).not.toBeNull()
  })

  test('an amount equal to the proposed total is split anyway', () => {
    const own = { application_type: 'ownership_transfer', acquisition_tax: 4_535_300, tax_scope: 'whole' }
    expect(computeSums(own).ownership_transfer).toMatchObject({ acquisition_tax: 4_123_000, education_tax: 412_300 })
  })

  describe('two filings with the same tax', () => {
    const own = { application_type: 'mortgage_registration-lease_registration', lease_kind: 'rental_housing_note' }
    const [mortgage, note] = [660_000 + 132_000, 6000 + 1200]

    test('an amount equal to the proposed total is split between both', () => {
      const sums = computeSums({ ...own, registration_tax: mortgage + note })
      expect(sums.mortgage_registration).toMatchObject({ registration_tax: 660_000, education_tax: 132_000 })
      expect(sums.lease_registration).toMatchObject({ registration_tax: 6000, education_tax: 1200 })
    })

    test('an amount that is exactly the cost of the first filing belongs to it alone', () => {
      const sums = computeSums({ ...own, registration_tax: mortgage })
      expect(sums.mortgage_registration).toMatchObject({ registration_tax: 660_000, education_tax: 132_000 })
      expect(sums.lease_registration).toMatchObject({ registration_tax: 6000, education_tax: 1200 })
    })

    test('of any other amount the first filing gets the rest, and no total is printed', () => {
      const application = { ...createFilingSource(own).application, registration_tax: 900_000 }
      const sums = computeSums({ ...own, registration_tax: 900_000 })
      expect(sums.mortgage_registration).toMatchObject({ registration_tax: 900_000 - note, education_tax: null })
      expect(computeCostItems({ application, sums })).toMatchObject({ tax: null, total: null })
    })

    test('an amount below the cost of the other filing goes to the first one', () => {
      const sums = computeSums({ ...own, registration_tax: 5000 })
      expect(sums.mortgage_registration).toMatchObject({ registration_tax: 5000 })
      expect(sums.lease_registration).toMatchObject({ registration_tax: null, education_tax: null })
    })
  })

  test("use the application's other fields", () => {
    const gift = { ...nothingTyped, cause: '증여', standard_value: 350_000_000 }
    expect(computeSums({ ...nothingTyped, heavy_tax: '12' }).ownership_transfer).toMatchObject({
      acquisition_tax: 49_476_000,
    })
    expect(computeSums({ ...nothingTyped, taxed_as: 'farmland' }).ownership_transfer).toMatchObject({
      acquisition_tax: 12_369_000,
    })
    expect(computeSums({ ...nothingTyped, filing_method: 'electronic' }).ownership_transfer?.filing_fee).toBeLessThan(
      18_000,
    )
    expect(computeSums(gift).ownership_transfer).toMatchObject({
      standard_value: 350_000_000,
      acquisition_tax: 14_430_500,
    })
  })

  test.each([
    ['서울특별시 강남구 역삼동 1', true],
    ['부산 해운대구 우동 1', true],
    ['광주시 오포읍 신현리 1', false],
    ['경기도 광주시 오포읍 1', false],
    ['세종특별자치시 어진동 1', false],
    ['서울시 중구 신당동 1', true],
    ['대구직할시 수성구 1', true],
    ['전남광주통합특별시 북구 용봉동 1', true],
  ])('%s: bonds of a metropolitan city %s', (address, isCity) => {
    const own = { ...nothingTyped, standard_value: 350_000_000 }
    const elsewhere = computeSums(own, '경기도 여주시 점봉동 1').ownership_transfer?.bond ?? 0
    const bond = computeSums(own, address).ownership_transfer?.bond ?? 0
    expect(elsewhere).toBeGreaterThan(0)
    expect(bond > elsewhere).toBe(isCity)
  })

  test('proposes no bond when the address does not show the region, and a choice decides', () => {
    const own = { ...nothingTyped, standard_value: 350_000_000 }
    const computeBond = (region: string | null, address: string | null) =>
      computeSums({ ...own, bond_region: region }, address).ownership_transfer?.bond
    expect([computeBond(null, '전라남도 나주시 1'), computeBond(null, '나주시 1'), computeBond(null, null)]).toEqual([
      null,
      null,
      null,
    ])
    expect(computeBond('city', '전라남도 나주시 1')).toBe(computeBond(null, '서울 종로구 1'))
    expect(computeBond('other', null)).toBe(computeBond(null, '충남 천안시 1'))
  })

  test.each([
    ['500,000원', 1000],
    ['매월 금 5백만원', 10_000],
    ['월 50만원, 매월 말일 지급', null],
  ])('차임 %s', (leaseRent, tax) => {
    const own = { ...nothingTyped, application_type: 'lease_registration', lease_kind: 'lease', lease_rent: leaseRent }
    expect(computeSums(own).lease_registration?.registration_tax ?? null).toBe(tax === 1000 ? 6000 : tax)
  })

  test('use the day of filing', () => {
    expect(computeSums({ ...nothingTyped, regi_date: '2025-07-31' }).ownership_transfer?.filing_fee).toBe(15_000)
  })
})
