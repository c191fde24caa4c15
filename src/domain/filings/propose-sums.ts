import type { Rate } from '#contract/office/rates.ts'
import { partsOfType, type ApplicationPart } from '../applications/application-type.ts'
import { proposedSums, type ProposedSums } from '../rates/proposed-sums.ts'
import { sumsQuestion } from '../rates/question.ts'
import { isGreatCity } from '../office/region.ts'
import { readWon } from '../money/won.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'
import { filingKind } from './filing-kinds.ts'
import type { ProposedFilings } from './filing-sums.ts'

/**
 * Data the application itself lacks. `rates`: all versions, in any order. `address`: of its first
 * land.
 */
export interface SumsContext {
  readonly area: number | null
  readonly address: string | null
  readonly rates: readonly Rate[]
  readonly today: string
}

/** The fields of an application its sums depend on. */
export type SummedValues = Pick<
  ApplicationValues,
  | 'application_type'
  | 'regi_date'
  | 'cause'
  | 'housing_reg_date'
  | 'lease_kind'
  | 'dedicated_area'
  | 'transaction_amount'
  | 'claim_amount'
  | 'lease_deposit'
  | 'lease_rent'
  | 'taxed_as'
  | 'heavy_tax'
  | 'standard_value'
  | 'filing_method'
  | 'bond_region'
>

/** The proposed sums of each filing, in legal order. Defaults: one dwelling, filed on paper. */
export function sumsOfParts(
  application: SummedValues,
  { area, address, rates, today }: SumsContext,
): readonly { readonly part: ApplicationPart; readonly sums: ProposedSums }[] {
  const day = application.regi_date ?? today
  const shared = {
    day,
    price: application.transaction_amount,
    standardValue: application.standard_value,
    claim: application.claim_amount,
    deposit: application.lease_deposit,
    rent: monthlyRent(application.lease_rent),
    area: application.dedicated_area ?? area,
    property: oneOf(['land', 'farmland', 'building'], application.taxed_as) ?? 'house',
    heavy: oneOf(['8', '12'], application.heavy_tax) ?? 'none',
    filing: oneOf(['eform', 'electronic'], application.filing_method) ?? 'paper',
    cause: application.cause?.includes('증여') ? 'gift' : 'sale',
    isCity: isBondCity(application, { address, day }),
  } as const
  return partsOfType(application.application_type).map((part) => {
    const isNote = filingKind(part, application) === 'rental_housing_note'
    const question = sumsQuestion({ ...shared, part, leaseKind: isNote ? 'rental_housing_note' : 'lease' })
    return { part, sums: proposedSums(question, rates) }
  })
}

export function proposeFilings(application: SummedValues, context: SumsContext): ProposedFilings {
  return Object.fromEntries(
    sumsOfParts(application, context).map(({ part, sums }): [ApplicationPart, Partial<FilingSums>] => {
      const amounts = {
        acquisition_tax: sums.acquisition_tax?.amount ?? null,
        registration_tax: sums.registration_tax?.amount ?? null,
        education_tax: sums.local_education_tax?.amount ?? null,
        rural_tax: sums.rural_tax?.amount ?? null,
        filing_fee: sums.registration_fee?.amount ?? null,
        stamp_duty: sums.stamp_duty?.amount ?? null,
        bond: sums.housing_bond?.amount ?? null,
      }
      return [part, amounts]
    }),
  )
}

function oneOf<Word extends string>(words: readonly Word[], text: string | null): Word | undefined {
  return words.find((word) => word === text)
}

/** 차임 as people write it: `월 50만원`, `매월 금 500,000원`; null when it says more than an amount. */
function monthlyRent(text: string | null): number | null {
  const read = readWon((text ?? '').replace(/^\s*(매월|월세|월)?\s*금?\s*/, ''))
  return read.ok ? read.value : null
}

/**
 * Whether the bond rates of 특별시 and 광역시 apply: as chosen, otherwise by the address. Null when it
 * has to be chosen.
 */
export function isBondCity(
  { bond_region: chosen }: Pick<SummedValues, 'bond_region'>,
  { address, day }: { readonly address: string | null; readonly day: string },
): boolean | null {
  return chosen === 'city' || chosen === 'other' ? chosen === 'city' : isGreatCity(address, day)
}
