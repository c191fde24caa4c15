import type { RateData } from '#contract/office/rates.ts'
import {
  type ProposedSum,
  type SumsInput,
  percentText,
  calculateTax,
  won,
  findBracket,
  bracketText,
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

/** 취득세율 of an application; null when it is no acquisition or its price is unknown. */
export function acquisitionRate(input: SumsInput, rates: RateData<'acquisition_tax'>): AcquisitionRate | null {
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
  return { ...sale, ...houseRate(price, rates), rule: 'house' }
}

/**
 * Between the two amounts the rate grows with the price, rounded to two decimals of the percentage
 * (지방세법 제11조 제1항 제8호 나목): 1.67 % of 7억.
 */
function houseRate(price: number, rates: RateData<'acquisition_tax'>): { percent: number; reason: string } {
  const { house_low: low, house_low_to: from, house_high: high, house_high_over: to } = rates
  if (price <= from) return { percent: low, reason: `주택 ${won(from)} 이하` }
  if (price > to) return { percent: high, reason: `주택 ${won(to)} 초과` }
  const percent = low + ((price - from) / (to - from)) * (high - low)
  return { percent: Math.round(percent * 100) / 100, reason: `주택 ${won(from)} 초과 ${won(to)} 이하` }
}

export function acquisitionTax({ on, percent, base, reason }: AcquisitionRate): ProposedSum {
  const amount = calculateTax(on, percent)
  return { amount, working: `${base} ${won(on)} × ${percentText(percent)} (${reason}) = ${won(amount)}` }
}

/** 지방교육세 of an acquisition. */
export function computeAcquisitionEducationTax(
  { on, percent, base, rule }: AcquisitionRate,
  rates: RateData<'local_education_tax'>,
): ProposedSum {
  const taxed = `${base} ${won(on)}`
  if (rule === 'house') {
    const amount = calculateTax(on, percent, 50, rates.house)
    return {
      amount,
      working: `${taxed} × (${percentText(percent)} ÷ 2) × ${percentText(rates.house)} = ${won(amount)}`,
    }
  }
  if (rule === 'other') {
    const remainingPercent = Math.max(0, percent - rates.deducted)
    const amount = calculateTax(on, remainingPercent, rates.other)
    const rate = `(${percentText(percent)} − ${percentText(rates.deducted)})`
    return { amount, working: `${taxed} × ${rate} × ${percentText(rates.other)} = ${won(amount)}` }
  }
  const amount = calculateTax(on, rates.heavy)
  return { amount, working: `${taxed} × ${percentText(rates.heavy)} (중과) = ${won(amount)}` }
}

/** 지방교육세 of a registration. */
export function computeRegistrationEducationTax(
  { amount: tax }: ProposedSum,
  rates: RateData<'local_education_tax'>,
): ProposedSum {
  const amount = calculateTax(tax, rates.registration)
  return { amount, working: `등록면허세 ${won(tax)} × ${percentText(rates.registration)} = ${won(amount)}` }
}

/** 농어촌특별세 of an acquisition; null when it depends on an unknown area. */
export function ruralTax(
  { on, base, rule }: AcquisitionRate,
  { property, area }: Pick<SumsInput, 'property' | 'area'>,
  rates: RateData<'rural_tax'>,
): ProposedSum | null {
  if (property === 'house') {
    if (area === null) return null
    if (area <= rates.exempt_area)
      return { amount: 0, working: `전용면적 ${area}㎡: ${rates.exempt_area}㎡ 이하 주택은 비과세` }
  }
  const percent = rule === 'heavy_8' || rule === 'heavy_12' ? rates[rule] : rates.standard
  const amount = calculateTax(on, percent)
  return { amount, working: `${base} ${won(on)} × ${percentText(percent)} = ${won(amount)}` }
}

/** 등록면허세 of an application that is no acquisition; null when it depends on an unknown amount. */
export function registrationTax(input: SumsInput, rates: RateData<'registration_tax'>): ProposedSum | null {
  const { part, claim, rent, leaseKind } = input
  if (part === 'mortgage_registration') return taxOn({ name: '채권최고액', on: claim, percent: rates.mortgage }, rates)
  if (part === 'lease_registration' && leaseKind === 'lease')
    return taxOn({ name: '월차임', on: rent, percent: rates.lease }, rates)
  const isAcquisition = part === 'ownership_transfer' || part === 'inheritance' || part === 'division'
  return isAcquisition ? null : byCount(input, rates)
}

/** 말소, 부기 and the like: a fixed amount per property. */
function byCount({ count }: SumsInput, { other }: RateData<'registration_tax'>): ProposedSum {
  const amount = other * count
  return { amount, working: `건당 ${won(other)} × ${count}건 = ${won(amount)}` }
}

/** At least the fixed amount of other registrations (지방세법 제28조 제1항 단서). */
function taxOn(
  { name, on, percent }: { name: string; on: number | null; percent: number },
  { other }: RateData<'registration_tax'>,
): ProposedSum | null {
  if (on === null) return null
  const tax = calculateTax(on, percent)
  const calculation = `${name} ${won(on)} × ${percentText(percent)} = ${won(tax)}`
  return tax < other
    ? { amount: other, working: `${calculation}, 최저 ${won(other)}` }
    : { amount: tax, working: calculation }
}

/** 인지세 of a deed that transfers ownership for payment; null for all others. */
export function stampDuty(
  { part, cause, price, property }: SumsInput,
  rates: RateData<'stamp_duty'>,
): ProposedSum | null {
  if (part !== 'ownership_transfer' || cause !== 'sale' || price === null) return null
  const basis = `기재금액 ${won(price)}`
  if (property === 'house' && price <= rates.house_exempt)
    return { amount: 0, working: `${basis}: ${won(rates.house_exempt)} 이하 주택은 비과세` }
  const found = findBracket(rates.amounts, price)
  if (!found) return null
  const { base } = found.line
  return { amount: base, working: `${basis} (${bracketText(found)}) = ${won(base)}` }
}
