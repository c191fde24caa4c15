import type { Rate } from '#contract/rates/rates.ts'
import { type ApplicationPart, applicationParts, parseApplicationType } from '#domain/applications/application.ts'
import { parseWon } from '#domain/money/won.ts'
import { isGreatCity } from '#domain/office/region.ts'
import { type ProposedSums, proposeSums, type SumKey, sumLabels } from '#domain/rates/proposed-sums.ts'
import { createSumsInput } from '#domain/rates/sums-input.ts'
import { sumOrEmpty } from '#domain/sheets/record-sheet.ts'
import { filingKindLabels, type FilingTax, type ProposedFilings, resolveFilingKind } from './filing-kinds.ts'
import type { ApplicationValues, FilingSums } from './filing.ts'

/**
 * Data the application itself lacks. `rates`: all versions, in any order. `address`: of its first
 * land.
 */
interface SumsContext {
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
function computePartSums(
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
    rent: parseMonthlyRent(application.lease_rent),
    area: application.dedicated_area ?? area,
    property: findWord(['land', 'farmland', 'building'], application.taxed_as) ?? 'house',
    heavy: findWord(['8', '12'], application.heavy_tax) ?? 'none',
    filing: findWord(['eform', 'electronic'], application.filing_method) ?? 'paper',
    cause: application.cause?.includes('증여') ? 'gift' : 'sale',
    isCity: isBondCity(application, { address, day }),
  } as const
  return parseApplicationType(application.application_type).map((part) => {
    const isNote = resolveFilingKind(part, application) === 'rental_housing_note'
    const input = createSumsInput({ ...shared, part, leaseKind: isNote ? 'rental_housing_note' : 'lease' })
    return { part, sums: proposeSums(input, rates) }
  })
}

export function proposeFilings(application: SummedValues, context: SumsContext): ProposedFilings {
  return Object.fromEntries(
    computePartSums(application, context).map(({ part, sums }): [ApplicationPart, Partial<FilingSums>] => {
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

function findWord<Word extends string>(words: readonly Word[], text: string | null): Word | undefined {
  return words.find((word) => word === text)
}

/** 차임 as people write it: `월 50만원`, `매월 금 500,000원`; null when it says more than an amount. */
function parseMonthlyRent(text: string | null): number | null {
  const parsed = parseWon((text ?? '').replace(/^\s*(매월|월세|월)?\s*금?\s*/, ''))
  return parsed.ok ? parsed.value : null
}

/**
 * Whether the bond rates of 특별시 and 광역시 apply: as chosen, otherwise by the address. Null when it
 * has to be chosen.
 */
function isBondCity(
  { bond_region: chosen }: Pick<SummedValues, 'bond_region'>,
  { address, day }: { readonly address: string | null; readonly day: string },
): boolean | null {
  return chosen === 'city' || chosen === 'other' ? chosen === 'city' : isGreatCity(address, day)
}

/** One sum of one filing, with its calculation. */
export interface CostLine {
  readonly label: string
  /** Null: a surtax that is due but unknown. */
  readonly amount: number | null
  readonly calculation: string
}

interface ProposedCosts {
  /** By the application's field they are proposed for; its amount is their total. */
  readonly acquisition_tax: readonly CostLine[]
  readonly registration_tax: readonly CostLine[]
  readonly attorney_fee: readonly CostLine[]
  /** Printed directly, without a field: 등기신청수수료, 인지세, 국민주택채권. */
  readonly printed: readonly CostLine[]
}

/**
 * The proposals for an application's form by the rates of its day (`src/domain/rates`). 지방교육세 and
 * 농어촌특별세 are included in their tax, as offices note it.
 */
export function proposeCosts(application: SummedValues, context: SumsContext): ProposedCosts {
  const partSums = computePartSums(application, context)
  const nameIn = (part: string) => (partSums.length > 1 ? findPartName(part) : '')
  const listCostLines = (keys: readonly SumKey[]) =>
    partSums.flatMap(({ part, sums }) => keys.flatMap((key) => toCostLines(sums, { key, name: nameIn(part) })))
  const listTaxLines = (tax: FilingTax, surtaxes: readonly SumKey[]) =>
    partSums
      .filter(
        ({ part, sums }) => filingKindLabels[resolveFilingKind(part, application)].tax === tax && sums[tax] !== null,
      )
      .flatMap(({ part, sums }) =>
        [tax, ...surtaxes].map(
          (key) => toCostLines(sums, { key, name: nameIn(part) })[0] ?? createUnknownLine(key, nameIn(part)),
        ),
      )
  return {
    acquisition_tax: listTaxLines('acquisition_tax', ['local_education_tax', 'rural_tax']),
    registration_tax: listTaxLines('registration_tax', ['local_education_tax']),
    attorney_fee: listCostLines(['attorney_fee']),
    printed: listCostLines(['registration_fee', 'stamp_duty', 'housing_bond']),
  }
}

function toCostLines(sums: ProposedSums, { key, name }: { key: SumKey; name: string }): CostLine[] {
  const sum = sums[key]
  return sum === null ? [] : [{ ...sum, label: formatLabel(key, name) }]
}

function createUnknownLine(key: SumKey, name: string): CostLine {
  return { label: formatLabel(key, name), amount: null, calculation: '전용면적이나 요율을 확인해 주세요.' }
}

function formatLabel(key: SumKey, name: string): string {
  return [name, sumLabels[key]].filter(Boolean).join(' ')
}

function findPartName(part: string): string {
  return applicationParts.find(({ value }) => value === part)?.label ?? ''
}

/** Null while one of the amounts is unknown. */
export function sumCostLines(lines: readonly CostLine[]): number | null {
  const amounts = lines.map(({ amount }) => amount)
  return amounts.includes(null) ? null : (sumOrEmpty(amounts) ?? 0)
}
