import { applicationParts } from '../applications/application-type.ts'
import { sumLabels, type ProposedSums, type SumKey } from '../rates/proposed-sums.ts'
import { filingKindWords, filingKind } from './filing-kinds.ts'
import { sumsOfParts, type SummedValues, type SumsGround } from './propose-sums.ts'

/** One sum of one filing, and how it was worked out. */
export interface CostLine {
  readonly label: string
  readonly amount: number
  readonly working: string
}

export interface ProposedCosts {
  /** By the field of the application that they are proposed for; its amount is all of them together. */
  readonly acquisition_tax: readonly CostLine[]
  readonly registration_tax: readonly CostLine[]
  readonly attorney_fee: readonly CostLine[]
  /** What is printed as it is, without a field: 등기신청수수료, 인지세, 국민주택채권. */
  readonly printed: readonly CostLine[]
}

/** What the form of an application is proposed by the rates of its day (`src/domain/rates`). 지방교육세 and 농어촌특별세 belong to their tax, as offices note it. */
export function proposedCosts(application: SummedValues, ground: SumsGround): ProposedCosts {
  const parts = sumsOfParts(application, ground)
  const linesOf = (keys: readonly SumKey[], tax?: 'acquisition_tax' | 'registration_tax') =>
    parts
      .filter(({ part }) => tax === undefined || filingKindWords[filingKind(part, application)].tax === tax)
      .flatMap(({ part, sums }) =>
        keys.flatMap((key) => lineOf(sums, { key, name: parts.length > 1 ? nameOf(part) : '' })),
      )
  return {
    acquisition_tax: linesOf(['acquisition_tax', ...surtaxes], 'acquisition_tax'),
    registration_tax: linesOf(['registration_tax', ...surtaxes], 'registration_tax'),
    attorney_fee: linesOf(['attorney_fee']),
    printed: linesOf(['registration_fee', 'stamp_duty', 'housing_bond']),
  }
}

const surtaxes = ['local_education_tax', 'rural_tax'] as const

function lineOf(sums: ProposedSums, { key, name }: { key: SumKey; name: string }): CostLine[] {
  const sum = sums[key]
  return sum === null ? [] : [{ ...sum, label: [name, sumLabels[key]].filter(Boolean).join(' ') }]
}

function nameOf(part: string): string {
  return applicationParts.find(({ value }) => value === part)?.label ?? ''
}

export function totalOf(lines: readonly CostLine[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0)
}
