import type { RateData } from '#contract/rates/rates.ts'
import {
  computeTax,
  findBracket,
  formatBracket,
  formatPercent,
  formatWonWithUnit,
  type ProposedSum,
  type SumsInput,
} from './sums-input.ts'

interface AcquisitionRate {
  /** The taxed amount. */
  readonly on: number
  readonly percent: number
  /** 거래가액 or 과세표준. */
  readonly base: string
  /** The rule for the surtaxes. */
  readonly rule: 'house' | 'other' | 'heavy_8' | 'heavy_12'
  readonly reason: string
}

/** 취득세율 of an application; null when it is not an acquisition or its price is unknown. */
export function findAcquisitionRate(input: SumsInput, rates: RateData<'acquisition_tax'>): AcquisitionRate | null {
  const { part, price, property, heavy, cause } = input
  if (price === null) return null
  const value = { on: price, base: '과세표준', rule: 'other' } as const
  if (part === 'division') return { ...value, percent: rates.division, reason: '공유물분할' }
  if (part === 'inheritance') {
    return property === 'farmland'
      ? { ...value, percent: rates.inheritance_farmland, reason: '농지 상속' }
      : { ...value, percent: rates.inheritance, reason: '상속' }
  }
  if (part !== 'ownership_transfer') return null
  if (heavy === '8') return { ...value, percent: rates.heavy_8, rule: 'heavy_8', reason: '중과' }
  if (heavy === '12') return { ...value, percent: rates.heavy_12, rule: 'heavy_12', reason: '중과' }
  if (cause === 'gift') return { ...value, percent: rates.gift, reason: '증여 등 무상' }
  const sale = { ...value, base: '거래가액' } as const
  if (property === 'farmland') return { ...sale, percent: rates.farmland, reason: '농지 유상' }
  if (property !== 'house') return { ...sale, percent: rates.land, reason: '토지·상가 등 유상' }
  return { ...sale, ...computeHouseRate(price, rates), rule: 'house' }
}

/**
 * Between the two amounts the rate grows with the price, rounded to two decimals of the percentage
 * (지방세법 제11조 제1항 제8호 나목): 1.67 % of 7억.
 */
function computeHouseRate(price: number, rates: RateData<'acquisition_tax'>): { percent: number; reason: string } {
  const { house_low: low, house_low_to: from, house_high: high, house_high_over: to } = rates
  if (price <= from) return { percent: low, reason: `주택 ${formatWonWithUnit(from)} 이하` }
  if (price > to) return { percent: high, reason: `주택 ${formatWonWithUnit(to)} 초과` }
  const percent = low + ((price - from) / (to - from)) * (high - low)
  return {
    percent: Math.round(percent * 100) / 100,
    reason: `주택 ${formatWonWithUnit(from)} 초과 ${formatWonWithUnit(to)} 이하`,
  }
}

export function computeAcquisitionTax({ on, percent, base, reason }: AcquisitionRate): ProposedSum {
  const amount = computeTax(on, percent)
  return {
    amount,
    calculation: `${base} ${formatWonWithUnit(on)} × ${formatPercent(percent)} (${reason}) = ${formatWonWithUnit(amount)}`,
  }
}

/** 지방교육세 of an acquisition. */
export function computeAcquisitionEducationTax(
  { on, percent, base, rule }: AcquisitionRate,
  rates: RateData<'local_education_tax'>,
): ProposedSum {
  const taxed = `${base} ${formatWonWithUnit(on)}`
  if (rule === 'house') {
    const amount = computeTax(on, percent, 50, rates.house)
    return {
      amount,
      calculation: `${taxed} × (${formatPercent(percent)} ÷ 2) × ${formatPercent(rates.house)} = ${formatWonWithUnit(amount)}`,
    }
  }
  if (rule === 'other') {
    const remainingPercent = Math.max(0, percent - rates.deducted)
    const amount = computeTax(on, remainingPercent, rates.other)
    const rate = `(${formatPercent(percent)} − ${formatPercent(rates.deducted)})`
    return { amount, calculation: `${taxed} × ${rate} × ${formatPercent(rates.other)} = ${formatWonWithUnit(amount)}` }
  }
  const amount = computeTax(on, rates.heavy)
  return { amount, calculation: `${taxed} × ${formatPercent(rates.heavy)} (중과) = ${formatWonWithUnit(amount)}` }
}

/** 지방교육세 of a registration. */
export function computeRegistrationEducationTax(
  { amount: tax }: ProposedSum,
  rates: RateData<'local_education_tax'>,
): ProposedSum {
  const amount = computeTax(tax, rates.registration)
  return {
    amount,
    calculation: `등록면허세 ${formatWonWithUnit(tax)} × ${formatPercent(rates.registration)} = ${formatWonWithUnit(amount)}`,
  }
}

/** 농어촌특별세 of an acquisition; null when it depends on an unknown area. */
export function computeRuralTax(
  { on, base, rule }: AcquisitionRate,
  { property, area }: Pick<SumsInput, 'property' | 'area'>,
  rates: RateData<'rural_tax'>,
): ProposedSum | null {
  if (property === 'house') {
    if (area === null) return null
    if (area <= rates.exempt_area)
      return { amount: 0, calculation: `전용면적 ${area}㎡: ${rates.exempt_area}㎡ 이하 주택은 비과세` }
  }
  const percent = rule === 'heavy_8' || rule === 'heavy_12' ? rates[rule] : rates.standard
  const amount = computeTax(on, percent)
  return {
    amount,
    calculation: `${base} ${formatWonWithUnit(on)} × ${formatPercent(percent)} = ${formatWonWithUnit(amount)}`,
  }
}

/** 등록면허세 of an application without acquisition; null when it depends on an unknown amount. */
export function computeRegistrationTax(input: SumsInput, rates: RateData<'registration_tax'>): ProposedSum | null {
  const { part, claim, rent, leaseKind } = input
  if (part === 'mortgage_registration')
    return computeProportionalTax({ name: '채권최고액', on: claim, percent: rates.mortgage }, rates)
  if (part === 'lease_registration' && leaseKind === 'lease')
    return computeProportionalTax({ name: '월차임', on: rent, percent: rates.lease }, rates)
  const isAcquisition = part === 'ownership_transfer' || part === 'inheritance' || part === 'division'
  return isAcquisition ? null : computeFlatTax(input, rates)
}

/** 말소, 부기 and the like: a fixed amount per property. */
function computeFlatTax({ count }: SumsInput, { other }: RateData<'registration_tax'>): ProposedSum {
  const amount = other * count
  return { amount, calculation: `건당 ${formatWonWithUnit(other)} × ${count}건 = ${formatWonWithUnit(amount)}` }
}

/** At least the fixed amount of other registrations (지방세법 제28조 제1항 단서). */
function computeProportionalTax(
  { name, on, percent }: { name: string; on: number | null; percent: number },
  { other }: RateData<'registration_tax'>,
): ProposedSum | null {
  if (on === null) return null
  const tax = computeTax(on, percent)
  const calculation = `${name} ${formatWonWithUnit(on)} × ${formatPercent(percent)} = ${formatWonWithUnit(tax)}`
  return tax < other
    ? { amount: other, calculation: `${calculation}, 최저 ${formatWonWithUnit(other)}` }
    : { amount: tax, calculation }
}

/** 인지세 of a deed that transfers ownership for payment; null for all others. */
export function computeStampDuty(
  { part, cause, price, property }: SumsInput,
  rates: RateData<'stamp_duty'>,
): ProposedSum | null {
  if (part !== 'ownership_transfer' || cause !== 'sale' || price === null) return null
  const basis = `기재금액 ${formatWonWithUnit(price)}`
  if (property === 'house' && price <= rates.house_exempt)
    return { amount: 0, calculation: `${basis}: ${formatWonWithUnit(rates.house_exempt)} 이하 주택은 비과세` }
  const bracket = findBracket(rates.amounts, price)
  if (!bracket) return null
  const { base } = bracket.line
  return { amount: base, calculation: `${basis} (${formatBracket(bracket)}) = ${formatWonWithUnit(base)}` }
}
