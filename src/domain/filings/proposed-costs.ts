import { applicationParts } from '../applications/application-type.ts'
import { sumLabels, type ProposedSums, type SumKey } from '../rates/proposed-sums.ts'
import { sumOrEmpty } from '../sheets/record-sheet.ts'
import { filingKindWords, filingKind, type FilingTax } from './filing-kinds.ts'
import { sumsOfParts, type SummedValues, type SumsContext } from './propose-sums.ts'

/** One sum of one filing, with its calculation. */
export interface CostLine {
  readonly label: string
  /** Null: a surtax that is due but unknown. */
  readonly amount: number | null
  readonly working: string
}

export interface ProposedCosts {
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
export function proposedCosts(application: SummedValues, context: SumsContext): ProposedCosts {
  const parts = sumsOfParts(application, context)
  const nameIn = (part: string) => (parts.length > 1 ? nameOf(part) : '')
  const linesOf = (keys: readonly SumKey[]) =>
    parts.flatMap(({ part, sums }) => keys.flatMap((key) => lineOf(sums, { key, name: nameIn(part) })))
  const taxLines = (tax: FilingTax, surtaxes: readonly SumKey[]) =>
    parts
      .filter(({ part, sums }) => filingKindWords[filingKind(part, application)].tax === tax && sums[tax] !== null)
      .flatMap(({ part, sums }) =>
        [tax, ...surtaxes].map((key) => lineOf(sums, { key, name: nameIn(part) })[0] ?? openLine(key, nameIn(part))),
      )
  return {
    acquisition_tax: taxLines('acquisition_tax', ['local_education_tax', 'rural_tax']),
    registration_tax: taxLines('registration_tax', ['local_education_tax']),
    attorney_fee: linesOf(['attorney_fee']),
    printed: linesOf(['registration_fee', 'stamp_duty', 'housing_bond']),
  }
}

function lineOf(sums: ProposedSums, { key, name }: { key: SumKey; name: string }): CostLine[] {
  const sum = sums[key]
  return sum === null ? [] : [{ ...sum, label: labelIn(key, name) }]
}

function openLine(key: SumKey, name: string): CostLine {
  return { label: labelIn(key, name), amount: null, working: '전용면적이나 요율을 확인해 주세요.' }
}

function labelIn(key: SumKey, name: string): string {
  return [name, sumLabels[key]].filter(Boolean).join(' ')
}

function nameOf(part: string): string {
  return applicationParts.find(({ value }) => value === part)?.label ?? ''
}

/** Null while one of the amounts is unknown. */
export function totalOf(lines: readonly CostLine[]): number | null {
  const amounts = lines.map(({ amount }) => amount)
  return amounts.includes(null) ? null : (sumOrEmpty(amounts) ?? 0)
}
