import type { RecordDescription } from '#contract/books/field.ts'
import { costKeys, type CostSummaryRow, type YearFigures, type YearRow } from '#contract/deposit-cases/cost-summary.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { receivableAges, type ReceivablesRow } from '#domain/deposit-cases/deposit-receivables.ts'
import { describeSheet, type Sheet, type SourcedColumn } from './record-sheet.ts'

export interface YearFigure {
  readonly key: keyof YearFigures
  readonly label: string
}

/** The year's figures next to those of the year before and the difference, as a sheet. */
export function createYearSheet(
  year: number,
  { heading, figures }: { heading: string; figures: readonly YearFigure[] },
): Sheet<YearRow> {
  const createColumn = (header: string, cell: (row: YearRow) => number): SourcedColumn<YearRow> => ({
    header,
    kind: 'won',
    width: 14,
    summed: true,
    cell,
  })
  return describeSheet(`${year}년 ${heading}별`, [
    { header: heading, kind: 'text', width: 20, cell: ({ key }) => formatYearKey(key) },
    ...figures.flatMap(({ key, label }) => [
      createColumn(`${label} ${year}`, ({ current }) => current[key]),
      createColumn(`${label} ${year - 1}`, ({ before }) => before[key]),
      createColumn(`${label} 증감`, ({ current, before }) => current[key] - before[key]),
    ]),
  ])
}

/** `3월`, a name, or a note that there is none. */
export function formatYearKey(key: string): string {
  if (key === '') return '(담당자 없음)'
  return /^\d{1,2}$/.test(key) ? `${key}월` : key
}

/** `+3`, `-1,200`, `0`. */
export function formatDifference(amount: number): string {
  return `${amount > 0 ? '+' : ''}${formatNumber(amount)}`
}

/** 사업구간별 합계 as a sheet with a total row; costs have the book's labels. */
export function createCostSummarySheet({ fields }: RecordDescription) {
  const columns: readonly SourcedColumn<CostSummaryRow>[] = [
    { header: '사업구간', kind: 'text', width: 32, cell: ({ business_section: section }) => section },
    { header: '건수', kind: 'count', width: 8, summed: true, cell: ({ count }) => count },
    ...costKeys.map((key): SourcedColumn<CostSummaryRow> => ({
      header: fields.find((field) => field.key === key)?.label ?? key,
      kind: 'won',
      width: 14,
      summed: true,
      cell: (row) => row[key],
    })),
    { header: '합계', kind: 'won', width: 16, summed: true, cell: ({ sum }) => sum },
  ]
  return describeSheet('사업구간별 합계', columns)
}

/** `부동산 사업구간별 합계_2026-11-20.xlsx`. */
export function buildCostSummaryFileName(kind: string, today: string): string {
  return `${kind} 사업구간별 합계_${today}.xlsx`
}

const receivableColumns: readonly SourcedColumn<ReceivablesRow>[] = [
  { header: '사업구간', kind: 'text', width: 32, cell: ({ business_section: section }) => section },
  { header: '건수', kind: 'count', width: 8, summed: true, cell: ({ count }) => count },
  ...receivableAges.flatMap(({ label }, index): SourcedColumn<ReceivablesRow>[] => [
    { header: label, kind: 'won', width: 14, summed: true, cell: ({ ages }) => ages[index]?.sum ?? 0 },
    { header: `${label} 건수`, kind: 'count', width: 14, summed: true, cell: ({ ages }) => ages[index]?.count ?? 0 },
  ]),
  { header: '미수금', kind: 'won', width: 16, summed: true, cell: ({ sum }) => sum },
]

/** 미수금 as a sheet: won and number of cases by project and age, with a total row. */
export const receivablesSheet = describeSheet('미수금', receivableColumns)

export function buildReceivablesFileName(today: string): string {
  return `미수금_${today}.xlsx`
}
