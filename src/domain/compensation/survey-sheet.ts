import { describeSheet, type SheetCell, type SourcedColumn } from '../sheets/record-sheet.ts'
import type { OwnerPart, SurveyRow } from './survey-rows.ts'
import type { OwnerSum, SurveyTotal } from './survey-sums.ts'

/** A row and its number in the survey, from 1. */
export interface NumberedRow {
  readonly number: number
  readonly row: SurveyRow
}

export const kindLabels = { land: '토지', building: '물건' } as const

/** 토지조서 and 물건조서 in one sheet, as offices submit them; 비고 says what is missing. */
export const surveySheet = describeSheet('토지조서', [
  ...headColumns<NumberedRow>(),
  { header: '구조·규격', kind: 'text', width: 18, cell: ({ row }) => row.structure },
  { header: '면적(㎡)', kind: 'number', width: 12, cell: ({ row }) => row.area },
  { header: '편입면적(㎡)', kind: 'number', width: 13, cell: ({ row }) => row.takenArea },
  { header: '단가(원/㎡)', kind: 'won', width: 14, cell: ({ row }) => row.unitPrice },
  { header: '보상액', kind: 'won', width: 18, cell: ({ row }) => row.compensation },
  { header: '소유자', kind: 'text', width: 30, cell: ({ row }) => row.owners.map(ownerWords).join('\n') },
  { header: '관계인', kind: 'text', width: 26, cell: ({ row }) => row.interested },
  { header: '비고', kind: 'text', width: 40, cell: ({ row }) => row.missing.join(' ') },
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
  ...headColumns<NumberedPart>(),
  { header: '편입면적(㎡)', kind: 'number', width: 13, cell: ({ row, isFirst }) => (isFirst ? row.takenArea : null) },
  { header: '단가(원/㎡)', kind: 'won', width: 14, cell: ({ row, isFirst }) => (isFirst ? row.unitPrice : null) },
  { header: '보상액', kind: 'won', width: 18, cell: ({ row, isFirst }) => (isFirst ? row.compensation : null) },
  { header: '소유자', kind: 'text', width: 22, cell: ({ part }) => part?.name ?? null },
  { header: '지분', kind: 'text', width: 16, cell: ({ part }) => part?.share ?? null },
  { header: '소유자별 보상액', kind: 'won', width: 18, cell: ({ part }) => part?.amount ?? null },
  { header: '비고', kind: 'text', width: 40, cell: ({ row, isFirst }) => (isFirst ? row.missing.join(' ') : null) },
] satisfies SourcedColumn<NumberedPart>[])

/** One line per owner of a row; a single line when there is no owner. */
export function partsOf({ number, row }: NumberedRow): NumberedPart[] {
  const parts: readonly (OwnerPart | null)[] = row.owners.length === 0 ? [null] : row.owners
  return parts.map((part, at) => ({ number, row, part, isFirst: at === 0 }))
}

/** The last rows of 토지조서. */
export function surveyTotals({ lands, buildings, area, takenArea, amount }: SurveyTotal): SheetCell[][] {
  const count = `토지 ${lands}필지 · 물건 ${buildings}건`
  return [['합계', null, count, null, null, null, area, takenArea, null, amount, null, null, null]]
}

/** The last rows of 보상금 산정조서: the total, then each owner's total. */
export function compensationTotals(total: SurveyTotal, owners: readonly OwnerSum[]): SheetCell[][] {
  const { lands, buildings, takenArea, amount, undivided } = total
  const count = `토지 ${lands}필지 · 물건 ${buildings}건`
  const rest = '지분을 나눌 수 없는 금액'
  return [
    ['합계', null, count, null, null, takenArea, null, amount, null, null, amount - undivided, null],
    ...(undivided === 0 ? [] : [['합계', null, rest, null, null, null, null, null, null, null, undivided, null]]),
    ...owners.map((owner): SheetCell[] => [
      '소유자별',
      null,
      owner.address,
      null,
      countWords(owner),
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
export function countWords({ lands, buildings }: Pick<OwnerSum, 'lands' | 'buildings'>): string {
  const words = [...(lands > 0 ? [`토지 ${lands}필지`] : []), ...(buildings > 0 ? [`물건 ${buildings}건`] : [])]
  return words.join(' · ')
}

/** `김가온 7분의 1`. */
export function ownerWords({ name, share }: Pick<OwnerPart, 'name' | 'share'>): string {
  return [name, share].filter(Boolean).join(' ')
}

function headColumns<Source extends NumberedRow>(): SourcedColumn<Source>[] {
  return [
    { header: '구분', kind: 'text', width: 9, cell: ({ row }) => kindLabels[row.kind] },
    { header: '순번', kind: 'number', width: 7, cell: ({ number }) => number },
    { header: '소재지', kind: 'text', width: 34, cell: ({ row }) => row.district },
    { header: '지번', kind: 'text', width: 12, cell: ({ row }) => row.lot },
    { header: '지목(물건의 종류)', kind: 'text', width: 17, cell: ({ row }) => row.sort },
  ]
}
