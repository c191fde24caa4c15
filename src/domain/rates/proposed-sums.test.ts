import { expect, test } from 'vitest'
import { type Rate, rateKindNames } from '#contract/rates/rates.ts'
import { readStartingRates } from '#tests/support/servers/starting-rates.ts'
import { findRates, proposeSums, type SumKey } from './proposed-sums.ts'
import { createSumsInput, type SumsInput } from './sums-input.ts'

const rates = readStartingRates()
const day = '2026-11-23'
type TestInput = Partial<SumsInput> & Pick<SumsInput, 'part'>

const proposeFor = (input: TestInput) => proposeSums(createSumsInput({ day, ...input }), rates)
const proposeAmounts = (input: TestInput, ...keys: SumKey[]) =>
  keys.map((key) => proposeFor(input)[key]?.amount ?? null)
const createSale = (price: number, overrides: Partial<SumsInput> = {}): TestInput => ({
  part: 'ownership_transfer',
  price,
  area: 84.97,
  ...overrides,
})

const eok = 100_000_000
const man = 10_000

test('a new database has every kind, both registration fees, and a source for each', () => {
  expect(new Set(rates.map(({ kind }) => kind))).toEqual(new Set(rateKindNames))
  expect(rates).toHaveLength(rateKindNames.length + 1)
  for (const { kind, note } of rates) expect(note.length, kind).toBeGreaterThan(10)
})

test.each([
  // 주택: 1 % up to six hundred million, 3 % above nine, in between by the price.
  ['주택 3.5억, 84.97㎡', createSale(3.5 * eok), [3_500_000, 350_000, 0]],
  ['주택 6억', createSale(6 * eok), [6_000_000, 600_000, 0]],
  ['주택 6억 5천: 1.33%', createSale(6.5 * eok), [8_645_000, 864_500, 0]],
  ['주택 7억: 1.67%', createSale(7 * eok), [11_690_000, 1_169_000, 0]],
  ['주택 8억: 2.33%', createSale(8 * eok), [18_640_000, 1_864_000, 0]],
  ['주택 7.5억: 2%', createSale(7.5 * eok), [15_000_000, 1_500_000, 0]],
  ['주택 9억', createSale(9 * eok), [27_000_000, 2_700_000, 0]],
  ['주택 9억 1원: 3%', createSale(9 * eok + 1), [27_000_000, 2_700_000, 0]],
  ['주택 10억, 85㎡', createSale(10 * eok, { area: 85 }), [30_000_000, 3_000_000, 0]],
  ['주택 10억, 85.01㎡', createSale(10 * eok, { area: 85.01 }), [30_000_000, 3_000_000, 2_000_000]],
  ['주택 8% 중과', createSale(5 * eok, { heavy: '8', area: 114 }), [40_000_000, 2_000_000, 3_000_000]],
  ['주택 12% 중과', createSale(5 * eok, { heavy: '12', area: 114 }), [60_000_000, 2_000_000, 5_000_000]],
  ['상가 2억: 4.6%', createSale(2 * eok, { property: 'building' }), [8_000_000, 800_000, 400_000]],
  ['토지 123,456,789원: 10원 미만 버림', createSale(123_456_789, { property: 'land' }), [4_938_270, 493_820, 246_910]],
  ['농지 1억: 3.4%', createSale(eok, { property: 'farmland' }), [3_000_000, 200_000, 200_000]],
  ['증여 토지 1억', createSale(eok, { property: 'land', cause: 'gift' }), [3_500_000, 300_000, 200_000]],
  ['상속 토지 1억', { part: 'inheritance', property: 'land', price: eok }, [2_800_000, 160_000, 200_000]],
  ['상속 농지 1억', { part: 'inheritance', property: 'farmland', price: eok }, [2_300_000, 60_000, 200_000]],
  ['공유물분할 토지 1억', { part: 'division', property: 'land', price: eok }, [2_300_000, 60_000, 200_000]],
] as [string, TestInput, number[]][])('%s', (_name, input, expected) => {
  expect(proposeAmounts(input, 'acquisition_tax', 'local_education_tax', 'rural_tax')).toEqual(expected)
  expect(proposeFor(input).registration_tax).toBeNull()
})

test.each([
  ['근저당권설정 2.4억: 0.24%', { part: 'mortgage_registration', claim: 2.4 * eok }, [480_000, 96_000]],
  ['근저당권설정 250만: 최저 6,000원', { part: 'mortgage_registration', claim: 250 * man }, [6000, 1200]],
  ['근저당권말소 한 부동산: 7,200원', { part: 'mortgage_cancellation' }, [6000, 1200]],
  ['근저당권말소 세 부동산', { part: 'mortgage_cancellation', count: 3 }, [18_000, 3600]],
  ['임차권말소', { part: 'lease_cancellation' }, [6000, 1200]],
  ['임차권설정 월 80만: 최저', { part: 'lease_registration', rent: 80 * man }, [6000, 1200]],
  ['임차권설정 월 500만', { part: 'lease_registration', rent: 500 * man }, [10_000, 2000]],
  ['임대주택 부기등기', { part: 'lease_registration', leaseKind: 'rental_housing_note' }, [6000, 1200]],
] as [string, TestInput, number[]][])('%s', (_name, input, expected) => {
  expect(proposeAmounts(input, 'registration_tax', 'local_education_tax')).toEqual(expected)
  expect(proposeAmounts(input, 'acquisition_tax', 'rural_tax')).toEqual([null, null])
})

test.each([
  ['이전 한 부동산', { part: 'ownership_transfer' }, 18_000],
  ['이전 세 부동산', { part: 'ownership_transfer', count: 3 }, 54_000],
  ['이전, e-Form', { part: 'ownership_transfer', filing: 'eform' }, 15_000],
  ['이전, 전자', { part: 'ownership_transfer', filing: 'electronic' }, 10_000],
  ['설정', { part: 'mortgage_registration', count: 2 }, 36_000],
  ['상속', { part: 'inheritance' }, 20_000],
  ['상속, e-Form', { part: 'inheritance', filing: 'eform' }, 17_000],
  ['상속은 전자 수수료가 없다', { part: 'inheritance', filing: 'electronic' }, null],
  ['말소', { part: 'mortgage_cancellation' }, 4000],
  ['임차권설정', { part: 'lease_registration' }, 18_000],
  ['부기등기', { part: 'lease_registration', leaseKind: 'rental_housing_note' }, 4000],
  ['2025. 7. 31. 접수', { part: 'ownership_transfer', day: '2025-07-31' }, 15_000],
  ['2025. 8. 1. 접수', { part: 'ownership_transfer', day: '2025-08-01' }, 18_000],
  ['2025. 7. 31. 말소', { part: 'mortgage_cancellation', day: '2025-07-31' }, 3000],
] as [string, TestInput, number | null][])('등기신청수수료: %s', (_name, input, expected) => {
  expect(proposeAmounts(input, 'registration_fee')).toEqual([expected])
})

test.each([
  [1000 * man, 0],
  [1000 * man + 1, 20_000],
  [3000 * man, 20_000],
  [3000 * man + 1, 40_000],
  [5000 * man, 40_000],
  [5000 * man + 1, 70_000],
  [eok, 70_000],
  [eok + 1, 150_000],
  [10 * eok, 150_000],
  [10 * eok + 1, 350_000],
])('stamp duty for land at %i won is %i won', (price, expected) => {
  expect(proposeAmounts(createSale(price, { property: 'land' }), 'stamp_duty')).toEqual([expected])
})

test('no stamp duty for a dwelling of up to a hundred million, nor for a gift', () => {
  expect(proposeAmounts(createSale(eok), 'stamp_duty')).toEqual([0])
  expect(proposeAmounts(createSale(eok + 1), 'stamp_duty')).toEqual([150_000])
  expect(proposeAmounts(createSale(eok, { cause: 'gift' }), 'stamp_duty')).toEqual([null])
  expect(proposeAmounts({ part: 'mortgage_registration', claim: eok }, 'stamp_duty')).toEqual([null])
})

test.each([
  [1, 210_000],
  [5000 * man, 210_000],
  [5000 * man + 1000, 210_001],
  [eok, 260_000],
  [3 * eok, 440_000],
  [5 * eok, 600_000],
  [10 * eok, 950_000],
  [20 * eok, 1_450_000],
  [200 * eok, 6_850_000],
  [300 * eok, 7_850_000],
  [3.5 * eok, 480_000],
])('the fee for a sale at %i won is %i won', (price, expected) => {
  expect(proposeAmounts(createSale(price), 'attorney_fee')).toEqual([expected])
})

test.each([
  ['주택, 시가표준액 2억', createSale(3 * eok, { standardValue: 2 * eok }), 3_600_000],
  ['특별시의 주택', createSale(3 * eok, { standardValue: 2 * eok, isCity: true }), 4_600_000],
  ['시가표준액을 모르면 제안하지 않는다', createSale(3 * eok), null],
  ['토지 12,345,678원: 만원 단위', createSale(eok, { property: 'land', standardValue: 12_345_678 }), 250_000],
  ['설정 2천만 미만', { part: 'mortgage_registration', claim: 2000 * man - 1 }, 0],
  ['설정 2.4억', { part: 'mortgage_registration', claim: 2.4 * eok }, 2_400_000],
  ['설정 1억 234만 5천', { part: 'mortgage_registration', claim: 102_345_000 }, 1_020_000],
  ['설정 1억 250만', { part: 'mortgage_registration', claim: 102_500_000 }, 1_030_000],
  ['말소', { part: 'mortgage_cancellation' }, null],
] as [string, TestInput, number | null][])('국민주택채권: %s', (_name, input, expected) => {
  expect(proposeAmounts(input, 'housing_bond')).toEqual([expected])
})

test('each sum comes with its calculation as text', () => {
  const sums = proposeFor(createSale(7 * eok, { standardValue: 5 * eok }))
  expect(sums.acquisition_tax?.calculation).toBe(
    '거래가액 700,000,000원 × 1.67% (주택 600,000,000원 초과 900,000,000원 이하) = 11,690,000원',
  )
  expect(sums.local_education_tax?.calculation).toBe('거래가액 700,000,000원 × (1.67% ÷ 2) × 20% = 1,169,000원')
  expect(sums.rural_tax?.calculation).toBe('전용면적 84.97㎡: 85㎡ 이하 주택은 비과세')
  expect(sums.registration_fee?.calculation).toBe('매 부동산 18,000원 (서면) × 1건 = 18,000원')
  expect(sums.stamp_duty?.calculation).toBe(
    '기재금액 700,000,000원 (100,000,000원 초과 1,000,000,000원 이하) = 150,000원',
  )
  expect(sums.housing_bond?.calculation).toBe('시가표준액 500,000,000원 × 2.1% = 10,500,000원 (10,000원 단위)')
  expect(sums.attorney_fee?.calculation).toBe(
    '가액 500,000,000원 초과 1,000,000,000원 이하: 600,000원 + 200,000,000원 × 0.07% = 740,000원 (상한)',
  )
  expect(proposeFor({ part: 'mortgage_registration', claim: 250 * man }).registration_tax?.calculation).toBe(
    '채권최고액 2,500,000원 × 0.2% = 5,000원, 최저 6,000원',
  )
})

test('proposes nothing without a price, an area or a valid version', () => {
  expect(
    proposeAmounts({ part: 'ownership_transfer' }, 'acquisition_tax', 'local_education_tax', 'attorney_fee'),
  ).toEqual([null, null, null])
  expect(proposeAmounts(createSale(eok, { area: null }), 'rural_tax')).toEqual([null])
  expect(proposeAmounts({ part: 'mortgage_registration' }, 'registration_tax', 'housing_bond')).toEqual([null, null])
  const beforeRates = proposeSums(createSumsInput({ ...createSale(eok), day: '2000-01-01' }), rates)
  expect(Object.values(beforeRates).every((sum) => sum === null)).toBe(true)
})

test('uses the latest version valid on a day, for any order of the versions', () => {
  const createStampDuty = (from: string): Rate[] =>
    rates.filter(({ kind }) => kind === 'stamp_duty').map((rate) => ({ ...rate, effective_from: from }))
  const three = [...createStampDuty('2026-03-01'), ...createStampDuty('2024-01-01'), ...createStampDuty('2025-02-01')]
  const findInForce = (on: string) => findRates(three, on).stamp_duty?.effective_from ?? null
  expect(['2023-12-31', '2024-01-01', '2025-01-31', '2025-02-01', '2030-01-01'].map(findInForce)).toEqual([
    null,
    '2024-01-01',
    '2024-01-01',
    '2025-02-01',
    '2026-03-01',
  ])
})

test('computes a price of a trillion to the won', () => {
  expect(
    proposeAmounts(createSale(999_999_999_999_999, { property: 'land' }), 'acquisition_tax', 'attorney_fee'),
  ).toEqual([39_999_999_999_990, 100_004_849_999])
})
