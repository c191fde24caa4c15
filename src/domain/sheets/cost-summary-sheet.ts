import type { RecordDescription } from '#contract/books/field.ts'
import { costKeys, type CostSummaryRow } from '#contract/deposit-cases/cost-summary.ts'
import { describeSheet, type SourcedColumn } from './record-sheet.ts'

/** 사업구간별 합계 as a sheet with a total row; costs have the book's labels. */
export function costSummarySheet({ fields }: RecordDescription) {
  const columns: readonly SourcedColumn<CostSummaryRow>[] = [
    { header: '사업구간', kind: 'text', width: 32, cell: ({ business_section: section }) => section },
    { header: '건수', kind: 'won', width: 8, summed: true, cell: ({ count }) => count },
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
export function costSummaryFileName(kind: string, today: string): string {
  return `${kind} 사업구간별 합계_${today}.xlsx`
}
