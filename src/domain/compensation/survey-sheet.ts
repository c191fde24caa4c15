import { describeSheet, type SheetCell, type SourcedColumn } from '#domain/sheets/record-sheet.ts'
import {
  findEmptySurveyError,
  listProblemLines,
  listSurveyRows,
  type OwnerPart,
  type SurveyRow,
  type SurveySource,
} from './survey-rows.ts'

/** A row and its number in the survey, from 1. */
export interface NumberedRow {
  readonly number: number
  readonly row: SurveyRow
}

export const kindLabels = { land: '토지', building: '물건' } as const

/** 토지조서 and 물건조서 in one sheet, as offices submit them; 비고 lists a row's problems. */
export const surveySheet = describeSheet('토지조서', [
  ...createHeadColumns<NumberedRow>(),
  { header: '구조·규격', kind: 'text', width: 18, cell: ({ row }) => row.structure },
  { header: '면적(㎡)', kind: 'number', width: 12, cell: ({ row }) => row.area },
  { header: '편입면적(㎡)', kind: 'number', width: 13, cell: ({ row }) => row.takenArea },
  { header: '단가(원/㎡)', kind: 'won', width: 14, cell: ({ row }) => row.unitPrice },
  { header: '보상액', kind: 'won', width: 18, cell: ({ row }) => row.compensation },
  { header: '소유자', kind: 'text', width: 30, cell: ({ row }) => row.owners.map(formatOwner).join('\n') },
  { header: '관계인', kind: 'text', width: 26, cell: ({ row }) => row.interested },
  { header: '비고', kind: 'text', width: 40, cell: ({ row }) => row.problems.join(' ') },
] satisfies SourcedColumn<NumberedRow>[])

/**
 * One owner's part of a row. Only the first line of a row shows the row's amount, so that both
 * columns add up.
 */
export interface NumberedPart extends NumberedRow {
  readonly part: OwnerPart | null
  readonly isFirst: boolean
}

/** 보상금 산정조서: who is paid how much for which parcel. */
export const compensationSheet = describeSheet('보상금 산정조서', [
  ...createHeadColumns<NumberedPart>(),
  { header: '편입면적(㎡)', kind: 'number', width: 13, cell: ({ row, isFirst }) => (isFirst ? row.takenArea : null) },
  { header: '단가(원/㎡)', kind: 'won', width: 14, cell: ({ row, isFirst }) => (isFirst ? row.unitPrice : null) },
  { header: '보상액', kind: 'won', width: 18, cell: ({ row, isFirst }) => (isFirst ? row.compensation : null) },
  { header: '소유자', kind: 'text', width: 22, cell: ({ part }) => part?.name ?? null },
  { header: '지분', kind: 'text', width: 16, cell: ({ part }) => part?.share ?? null },
  { header: '소유자별 보상액', kind: 'won', width: 18, cell: ({ part }) => part?.amount ?? null },
  { header: '비고', kind: 'text', width: 40, cell: ({ row, isFirst }) => (isFirst ? row.problems.join(' ') : null) },
] satisfies SourcedColumn<NumberedPart>[])

/** One line per owner of a row; a single line when there is no owner. */
export function listParts({ number, row }: NumberedRow): NumberedPart[] {
  const parts: readonly (OwnerPart | null)[] = row.owners.length === 0 ? [null] : row.owners
  return parts.map((part, index) => ({ number, row, part, isFirst: index === 0 }))
}

/** The last rows of 토지조서. */
export function buildSurveyTotals({ lands, buildings, area, takenArea, amount }: SurveyTotal): SheetCell[][] {
  const count = `토지 ${lands}필지 · 물건 ${buildings}건`
  return [['합계', null, count, null, null, null, area, takenArea, null, amount, null, null, null]]
}

/** The last rows of 보상금 산정조서: the total, then each owner's total. */
export function buildCompensationTotals(total: SurveyTotal, owners: readonly OwnerSum[]): SheetCell[][] {
  const { lands, buildings, takenArea, amount, undivided } = total
  const count = `토지 ${lands}필지 · 물건 ${buildings}건`
  const indivisibleText = '지분을 나눌 수 없는 금액'
  return [
    ['합계', null, count, null, null, takenArea, null, amount, null, null, amount - undivided, null],
    ...(undivided === 0
      ? []
      : [['합계', null, indivisibleText, null, null, null, null, null, null, null, undivided, null]]),
    ...owners.map((owner): SheetCell[] => [
      '소유자별',
      null,
      owner.address,
      null,
      formatCounts(owner),
      null,
      null,
      null,
      owner.name,
      null,
      owner.amount,
      null,
    ]),
  ]
}

/** `토지 2필지 · 물건 1건`; zero counts are left out. */
export function formatCounts({ lands, buildings }: Pick<OwnerSum, 'lands' | 'buildings'>): string {
  const words = [...(lands > 0 ? [`토지 ${lands}필지`] : []), ...(buildings > 0 ? [`물건 ${buildings}건`] : [])]
  return words.join(' · ')
}

/** `김가온 7분의 1`. */
export function formatOwner({ name, share }: Pick<OwnerPart, 'name' | 'share'>): string {
  return [name, share].filter(Boolean).join(' ')
}

function createHeadColumns<Source extends NumberedRow>(): SourcedColumn<Source>[] {
  return [
    { header: '구분', kind: 'text', width: 9, cell: ({ row }) => kindLabels[row.kind] },
    { header: '순번', kind: 'number', width: 7, cell: ({ number }) => number },
    { header: '소재지', kind: 'text', width: 34, cell: ({ row }) => row.district },
    { header: '지번', kind: 'text', width: 12, cell: ({ row }) => row.lot },
    { header: '지목(물건의 종류)', kind: 'text', width: 17, cell: ({ row }) => row.sort },
  ]
}

export interface OwnerSum {
  readonly name: string
  readonly address: string
  readonly lands: number
  readonly buildings: number
  readonly landAmount: number
  readonly buildingAmount: number
  readonly amount: number
}

export interface SurveyTotal {
  readonly lands: number
  readonly buildings: number
  readonly area: number
  readonly takenArea: number
  readonly landAmount: number
  readonly buildingAmount: number
  readonly amount: number
  /** The part of `amount` no owner gets, because shares don't divide it or there is no owner. */
  readonly undivided: number
  /** Rows without an amount. */
  readonly withoutAmount: number
}

/** Adds up a survey to the won, row by row; only owners stay in memory. */
export function createSurveySums(): { add(row: SurveyRow): void; total(): SurveyTotal; owners(): OwnerSum[] } {
  const total = { ...emptyTotal }
  const owners = new Map<string, Writable<OwnerSum>>()
  // In ten-thousandths of a square metre, because sums of binary fractions drift.
  const areas = { area: 0, takenArea: 0 }
  return {
    add(row) {
      total[row.kind === 'land' ? 'lands' : 'buildings'] += 1
      if (row.kind === 'land') {
        areas.area += Math.round((row.area ?? 0) * 10_000)
        areas.takenArea += Math.round((row.takenArea ?? 0) * 10_000)
      }
      if (row.compensation === null) total.withoutAmount += 1
      addAmount(total, row.kind, row.compensation ?? 0)
      total.undivided += (row.compensation ?? 0) - addOwners(owners, row)
    },
    total: () => ({ ...total, area: areas.area / 10_000, takenArea: areas.takenArea / 10_000 }),
    owners: () => [...owners.values()].toSorted((a, b) => byName.compare(a.name, b.name)),
  }
}

type Writable<Of> = { -readonly [Key in keyof Of]: Of[Key] }
type Amounts = Writable<Pick<SurveyTotal, 'landAmount' | 'buildingAmount' | 'amount'>>

const byName = new Intl.Collator('ko', { numeric: true })

const emptyTotal: Writable<SurveyTotal> = {
  lands: 0,
  buildings: 0,
  area: 0,
  takenArea: 0,
  landAmount: 0,
  buildingAmount: 0,
  amount: 0,
  undivided: 0,
  withoutAmount: 0,
}

function addAmount(to: Amounts, kind: SurveyRow['kind'], won: number): void {
  to[kind === 'land' ? 'landAmount' : 'buildingAmount'] += won
  to.amount += won
}

/** Adds the row's amount to its owners and returns how much was divided. */
function addOwners(owners: Map<string, Writable<OwnerSum>>, row: SurveyRow): number {
  let divided = 0
  for (const [index, { key, name, address, amount }] of row.owners.entries()) {
    const sum = owners.get(key) ?? {
      name,
      address,
      lands: 0,
      buildings: 0,
      landAmount: 0,
      buildingAmount: 0,
      amount: 0,
    }
    owners.set(key, sum)
    // An owner who acquired twice has two shares of one parcel.
    if (row.owners.findIndex((owner) => owner.key === key) === index)
      sum[row.kind === 'land' ? 'lands' : 'buildings'] += 1
    addAmount(sum, row.kind, amount ?? 0)
    divided += amount ?? 0
  }
  return divided
}

/** The totals of a survey of addresses and what each address lacks, before it is made. */
export interface SurveyOverview {
  readonly total: SurveyTotal
  readonly incomplete: readonly { readonly id: string; readonly name: string; readonly messages: readonly string[] }[]
}

export function summarizeSurvey(sources: readonly SurveySource[]): SurveyOverview {
  const sums = createSurveySums()
  const incomplete = sources.flatMap((source) => {
    const rows = listSurveyRows(source)
    for (const row of rows) sums.add(row)
    const empty = findEmptySurveyError(source)
    const messages = empty === null ? listProblemLines(rows) : [empty]
    return messages.length === 0 ? [] : [{ id: source.address.id, name: source.address.jibun, messages }]
  })
  return { total: sums.total(), incomplete }
}
