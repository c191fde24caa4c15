import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { FieldValue, RecordDescription } from '#contract/books/field.ts'
import { realEstateDescription } from '#contract/books/real-estate.ts'
import { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { CostRange } from '../deposit-cases/cost-summary.ts'
import { formatDay, writtenDay } from '../dates/office-date.ts'
import type { Office } from '../office/office-words.ts'
import { describeSheet, fieldColumn, type Sheet, sumOrEmpty, type SourcedColumn } from './record-sheet.ts'

/** A case of either case book. */
export type ClaimedRecord = Readonly<Record<(typeof costKeys)[number], number | null>> &
  Readonly<Record<string, FieldValue>>

/** A case and its number in the claim, from 1. */
export interface ClaimedCase {
  readonly place: number
  readonly record: ClaimedRecord
}

/** A claim 비용청구 for one section: its cases and their costs. `about`: the kind of work. */
export interface CostClaim {
  readonly book: RecordDescription
  readonly sheet: Sheet<ClaimedCase>
  readonly about: string
}

export const depositClaim = claimOf(depositCaseDescription, {
  about: '공탁 및 등기',
  names: ['created_at', 'owner_name', 'address', 'purpose'],
})
export const realEstateClaim = claimOf(realEstateDescription, {
  about: '부동산 등기',
  names: ['created_at', 'owner', 'purpose'],
})

function claimOf(book: RecordDescription, { about, names }: { about: string; names: readonly string[] }): CostClaim {
  const columns: readonly SourcedColumn<ClaimedCase>[] = [
    { header: '순번', kind: 'text', width: 8, cell: ({ place }) => String(place) },
    ...[...names, ...costKeys].map((key) => caseColumn(book, key)),
    {
      header: '합계',
      kind: 'won',
      width: 14,
      summed: true,
      cell: ({ record }) => sumOrEmpty(costKeys.map((key) => record[key])),
    },
  ]
  return { book, about, sheet: describeSheet('비용청구', columns) }
}

export interface ClaimLine {
  readonly text: string
  readonly look: 'title' | 'centred' | 'left'
}

/**
 * The lines above the table, as on the office's letters: sender, title, section, period and date.
 */
export function claimHeading(
  of: CostClaim,
  claim: { section: string; range: CostRange; today: string },
  office: Pick<Office, 'name' | 'address' | 'telephone'>,
): ClaimLine[] {
  const period = claimPeriod(of, claim.range)
  return [
    { text: office.name, look: 'title' },
    { text: `${office.address} / 전화 ${office.telephone}`, look: 'centred' },
    { text: '비용청구서', look: 'title' },
    { text: `사업구간: ${claim.section}`, look: 'left' },
    ...(period === '' ? [] : [{ text: `기간: ${period}`, look: 'left' as const }]),
    { text: `작성일: ${writtenDay(claim.today)}`, look: 'left' },
    {
      text: claimStatement(of, claim.section),
      look: 'left',
    },
  ]
}

export function claimStatement({ about }: CostClaim, section: string): string {
  return `「${section}」 ${about} 업무와 관련하여 아래와 같이 비용을 청구하오니 지급하여 주시기 바랍니다.`
}

/** `등기접수일 2026.11.01 ~ 2026.11.30`; empty without a range. */
export function claimPeriod({ book: { fields } }: CostClaim, range: CostRange): string {
  const parts = (['receipted_at', 'created_at', 'registrated_at'] as const).flatMap((field) => {
    const [start, end] = [range[`${field}_start`] ?? '', range[`${field}_end`] ?? '']
    if (start === '' && end === '') return []
    const label = fields.find(({ key }) => key === field)?.label ?? field
    return [`${label} ${formatDay(start || null)} ~ ${formatDay(end || null)}`.trim()]
  })
  return parts.join(', ')
}

function caseColumn({ name, fields }: RecordDescription, key: string): SourcedColumn<ClaimedCase> {
  const field = fields.find((one) => one.key === key)
  if (field === undefined) throw new Error(`${name} have no field ${key}`)
  return fieldColumn(field, ({ record }) => record[key] ?? null)
}
