import { type Rate, rateKindNames, type RateKind, type RateOf } from '#contract/office/rates.ts'
import { attorneyFee, registrationFee, housingBond } from './fees.ts'
import type { ProposedSum, SumsInput } from './sums-input.ts'
import {
  acquisitionRate,
  acquisitionTax,
  computeAcquisitionEducationTax,
  computeRegistrationEducationTax,
  ruralTax,
  registrationTax,
  stampDuty,
} from './taxes.ts'

/** The proposed sums of an application, in the order of its form. */
export const sumLabels = {
  acquisition_tax: '취득세',
  registration_tax: '등록면허세',
  local_education_tax: '지방교육세',
  rural_tax: '농어촌특별세',
  registration_fee: '등기신청수수료',
  stamp_duty: '인지세',
  housing_bond: '국민주택채권 매입액',
  attorney_fee: '법무사 보수',
} as const

export type SumKey = keyof typeof sumLabels
export type ProposedSums = Readonly<Record<SumKey, ProposedSum | null>>

/**
 * The sums of one application by the rates of its day, each with its calculation as text. Null when
 * it doesn't apply, or when input or rates don't say enough. `rates`: all versions, in any order.
 */
export function proposeSums(input: SumsInput, rates: readonly Rate[]): ProposedSums {
  const today = ratesOn(rates, input.day)
  const fee = today.registration_fee && registrationFee(input, today.registration_fee.data)
  return {
    ...taxes(input, today),
    registration_fee: fee,
    stamp_duty: today.stamp_duty && stampDuty(input, today.stamp_duty.data),
    housing_bond: today.housing_bond && housingBond(input, today.housing_bond.data),
    attorney_fee: today.fee_standard && attorneyFee(input, today.fee_standard.data),
  }
}

type Taxes = Pick<ProposedSums, 'acquisition_tax' | 'registration_tax' | 'local_education_tax' | 'rural_tax'>

function taxes(input: SumsInput, today: RatesOfDay): Taxes {
  const education = today.local_education_tax?.data
  const rate = today.acquisition_tax && acquisitionRate(input, today.acquisition_tax.data)
  if (rate) {
    return {
      acquisition_tax: acquisitionTax(rate),
      registration_tax: null,
      local_education_tax: education ? computeAcquisitionEducationTax(rate, education) : null,
      rural_tax: today.rural_tax && ruralTax(rate, input, today.rural_tax.data),
    }
  }
  const registered = today.registration_tax && registrationTax(input, today.registration_tax.data)
  return {
    acquisition_tax: null,
    registration_tax: registered,
    local_education_tax: registered && education ? computeRegistrationEducationTax(registered, education) : null,
    rural_tax: null,
  }
}

/** The version of each kind valid on a day; null when none is. */
type RatesOfDay = { readonly [Kind in RateKind]: RateOf<Kind> | null }

export function ratesOn(rates: readonly Rate[], day: string): RatesOfDay {
  const found = rateKindNames.map((kind) => [kind, versionOn(rates, kind, day)] as const)
  return Object.fromEntries(found) as RatesOfDay
}

function versionOn(rates: readonly Rate[], kind: RateKind, day: string): Rate | null {
  return rates.reduce<Rate | null>((last, rate) => {
    const isInForce = rate.kind === kind && rate.effective_from <= day
    return isInForce && rate.effective_from >= (last?.effective_from ?? '') ? rate : last
  }, null)
}
