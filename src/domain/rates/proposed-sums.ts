import { type Rate, type RateKind, rateKindNames, type RateOf } from '#contract/rates/rates.ts'
import { computeAttorneyFee, computeHousingBond, computeRegistrationFee } from './fees.ts'
import type { ProposedSum, SumsInput } from './sums-input.ts'
import {
  computeAcquisitionEducationTax,
  computeAcquisitionTax,
  computeRegistrationEducationTax,
  computeRegistrationTax,
  computeRuralTax,
  computeStampDuty,
  findAcquisitionRate,
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
  const dayRates = findRates(rates, input.day)
  const fee = dayRates.registration_fee && computeRegistrationFee(input, dayRates.registration_fee.data)
  return {
    ...proposeTaxes(input, dayRates),
    registration_fee: fee,
    stamp_duty: dayRates.stamp_duty && computeStampDuty(input, dayRates.stamp_duty.data),
    housing_bond: dayRates.housing_bond && computeHousingBond(input, dayRates.housing_bond.data),
    attorney_fee: dayRates.fee_standard && computeAttorneyFee(input, dayRates.fee_standard.data),
  }
}

type Taxes = Pick<ProposedSums, 'acquisition_tax' | 'registration_tax' | 'local_education_tax' | 'rural_tax'>

function proposeTaxes(input: SumsInput, dayRates: RatesOfDay): Taxes {
  const education = dayRates.local_education_tax?.data
  const rate = dayRates.acquisition_tax && findAcquisitionRate(input, dayRates.acquisition_tax.data)
  if (rate) {
    return {
      acquisition_tax: computeAcquisitionTax(rate),
      registration_tax: null,
      local_education_tax: education ? computeAcquisitionEducationTax(rate, education) : null,
      rural_tax: dayRates.rural_tax && computeRuralTax(rate, input, dayRates.rural_tax.data),
    }
  }
  const registered = dayRates.registration_tax && computeRegistrationTax(input, dayRates.registration_tax.data)
  return {
    acquisition_tax: null,
    registration_tax: registered,
    local_education_tax: registered && education ? computeRegistrationEducationTax(registered, education) : null,
    rural_tax: null,
  }
}

/** The version of each kind valid on a day; null when none is. */
type RatesOfDay = { readonly [Kind in RateKind]: RateOf<Kind> | null }

export function findRates(rates: readonly Rate[], day: string): RatesOfDay {
  const versions = rateKindNames.map((kind) => [kind, findVersion(rates, kind, day)] as const)
  return Object.fromEntries(versions) as RatesOfDay
}

function findVersion(rates: readonly Rate[], kind: RateKind, day: string): Rate | null {
  return rates.reduce<Rate | null>((last, rate) => {
    const isInForce = rate.kind === kind && rate.effective_from <= day
    return isInForce && rate.effective_from >= (last?.effective_from ?? '') ? rate : last
  }, null)
}
