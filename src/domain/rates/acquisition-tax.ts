import type { RateData } from '#contract/office/rates.ts'
import type { ProposedSum, SumsQuestion } from './question.ts'
import { percentText, taxOf, won } from './share-of.ts'

export interface AcquisitionRate {
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
export function acquisitionRate(question: SumsQuestion, rates: RateData<'acquisition_tax'>): AcquisitionRate | null {
  const { part, price, property, heavy, cause } = question
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
  const amount = taxOf(on, percent)
  return { amount, working: `${base} ${won(on)} × ${percentText(percent)} (${reason}) = ${won(amount)}` }
}
