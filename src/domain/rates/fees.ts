import type { FeeExample, TaxExample } from '#contract/office/office-settings.ts'
import type { RateData } from '#contract/rates/rates.ts'
import type { ApplicationPart } from '#domain/applications/application.ts'
import {
  applyPercents,
  createSumsInput,
  findBracket,
  formatBracket,
  formatPercent,
  formatWonWithUnit,
  type ProposedSum,
  type SumsInput,
} from './sums-input.ts'
import { computeAcquisitionEducationTax, computeAcquisitionTax, findAcquisitionRate } from './taxes.ts'

/**
 * 보수 by the profession's standard, i.e. its upper limit, without 부가세; null when it depends on an
 * unknown amount.
 */
export function computeAttorneyFee(input: SumsInput, rates: RateData<'fee_standard'>): ProposedSum | null {
  const basis = resolveValue(input)
  if (basis === 'none') return computeFlatFee(input, rates)
  if (basis.on === null) return null
  const bracket = findBracket(rates.amounts, basis.on)
  if (!bracket) return null
  const { line, lowerBound } = bracket
  const amount = line.base + applyPercents(basis.on - lowerBound, line.percent)
  const excessText =
    line.percent > 0 ? ` + ${formatWonWithUnit(basis.on - lowerBound)} × ${formatPercent(line.percent)}` : ''
  return {
    amount,
    calculation: `${basis.name} ${formatBracket(bracket)}: ${formatWonWithUnit(line.base)}${excessText} = ${formatWonWithUnit(amount)} (상한)`,
  }
}

function resolveValue({
  part,
  price,
  claim,
  deposit,
  leaseKind,
}: SumsInput): 'none' | { name: string; on: number | null } {
  if (part === 'ownership_transfer' || part === 'inheritance' || part === 'division') return { name: '가액', on: price }
  if (part === 'mortgage_registration') return { name: '채권최고액', on: claim }
  if (part === 'lease_registration' && leaseKind === 'lease') return { name: '보증금', on: deposit }
  return 'none'
}

function computeFlatFee({ count }: SumsInput, { cancellation }: RateData<'fee_standard'>): ProposedSum | null {
  if (cancellation === 0) return null
  const amount = cancellation * count
  return { amount, calculation: `건당 ${formatWonWithUnit(cancellation)} × ${count}건 = ${formatWonWithUnit(amount)}` }
}

const prices = [300_000_000, 500_000_000, 1_000_000_000]

/**
 * The fee for transferring a dwelling at round prices; prices without a fee are left out. `since`:
 * the day from which the rates apply.
 */
export function listFeeExamples(rates: RateData<'fee_standard'>, since: string): FeeExample[] {
  return prices.flatMap((price) => {
    const input = createSumsInput({ part: 'ownership_transfer', day: since, price })
    const fee = computeAttorneyFee(input, rates)?.amount ?? 0
    return fee > 0 ? [{ price, fee, since }] : []
  })
}

interface TaxRates {
  readonly acquisition: RateData<'acquisition_tax'>
  readonly education: RateData<'local_education_tax'>
  readonly rural: RateData<'rural_tax'>
}

/** Taxes for buying a dwelling of the largest area without 농어촌특별세, at the same prices. */
export function listTaxExamples({ acquisition, education, rural }: TaxRates, since: string): TaxExample[] {
  const area = Math.floor(rural.exempt_area)
  return prices.flatMap((price) => {
    const rate = findAcquisitionRate(
      createSumsInput({ part: 'ownership_transfer', day: since, price, area }),
      acquisition,
    )
    if (!rate) return []
    const acquisitionTax = computeAcquisitionTax(rate).amount
    const educationTax = computeAcquisitionEducationTax(rate, education).amount
    const isComplete = area > 0 && acquisitionTax > 0 && educationTax > 0
    return isComplete ? [{ price, area, acquisition_tax: acquisitionTax, education_tax: educationTax, since }] : []
  })
}

/** 등기신청수수료 per property, by filing method; null when that method isn't available. */
export function computeRegistrationFee(input: SumsInput, rates: RateData<'registration_fee'>): ProposedSum | null {
  const { count, filing } = input
  const fee = rates[classifyTransfer(input)][filing]
  if (fee === null) return null
  const amount = fee * count
  return {
    amount,
    calculation: `매 부동산 ${formatWonWithUnit(fee)} (${filingNames[filing]}) × ${count}건 = ${formatWonWithUnit(amount)}`,
  }
}

const filingNames = { paper: '서면', eform: 'e-Form', electronic: '전자' } as const

function classifyTransfer({ part, leaseKind }: SumsInput): 'transfer' | 'inheritance' | 'other' {
  if (part === 'lease_registration') return leaseKind === 'lease' ? 'transfer' : 'other'
  return classes[part]
}

const classes: Readonly<Record<Exclude<ApplicationPart, 'lease_registration'>, 'transfer' | 'inheritance' | 'other'>> =
  {
    ownership_transfer: 'transfer',
    division: 'transfer',
    inheritance: 'inheritance',
    mortgage_registration: 'transfer',
    mortgage_cancellation: 'other',
    lease_cancellation: 'other',
    other: 'other',
  }

/**
 * 국민주택채권 to buy, in whole units; null when it depends on an unknown value, and for applications
 * that need none.
 */
export function computeHousingBond(input: SumsInput, rates: RateData<'housing_bond'>): ProposedSum | null {
  const basis = chooseTable(input, rates)
  if (basis === null || basis.on === null) return null
  const bracket = findBracket(basis.lines, basis.on)
  if (!bracket) return null
  const { percent } = bracket.line
  const amount = roundToUnit(applyPercents(basis.on, percent), rates.unit)
  return {
    amount,
    calculation: `${basis.name} ${formatWonWithUnit(basis.on)} × ${formatPercent(percent)} = ${formatWonWithUnit(amount)} (${formatWonWithUnit(rates.unit)} 단위)`,
  }
}

function chooseTable(
  { part, claim, standardValue, property, cause, isCity }: SumsInput,
  rates: RateData<'housing_bond'>,
) {
  if (part === 'mortgage_registration') return { name: '채권최고액', on: claim, lines: rates.mortgage }
  if (isCity === null) return null
  const area = isCity ? 'city' : 'other'
  const value = { name: '시가표준액', on: standardValue }
  if (part === 'inheritance') return { ...value, lines: rates[`free_${area}`] }
  if (part !== 'ownership_transfer') return null
  if (cause === 'gift') return { ...value, lines: rates[`free_${area}`] }
  const kind = property === 'farmland' ? 'land' : property
  return { ...value, lines: rates[`${kind}_${area}`] }
}

/** Rounds half a unit and more up, less down. */
function roundToUnit(amount: number, unit: number): number {
  return unit > 0 ? Math.floor((amount + unit / 2) / unit) * unit : amount
}
