import { receivableAges, type ReceivablesRow } from '../deposit-cases/deposit-receivables.ts'
import { describeSheet, type SourcedColumn } from './record-sheet.ts'

const columns: readonly SourcedColumn<ReceivablesRow>[] = [
  { header: '사업구간', kind: 'text', width: 32, cell: ({ business_section: section }) => section },
  { header: '건수', kind: 'won', width: 8, summed: true, cell: ({ count }) => count },
  ...receivableAges.flatMap(({ label }, at): SourcedColumn<ReceivablesRow>[] => [
    { header: label, kind: 'won', width: 14, summed: true, cell: ({ ages }) => ages[at]?.sum ?? 0 },
    { header: `${label} 건수`, kind: 'won', width: 14, summed: true, cell: ({ ages }) => ages[at]?.count ?? 0 },
  ]),
  { header: '미수금', kind: 'won', width: 16, summed: true, cell: ({ sum }) => sum },
]

/** 미수금 as a sheet: won and number of cases by section and age, with a total row. */
export const receivablesSheet = describeSheet('미수금', columns)

export function receivablesFileName(today: string): string {
  return `미수금_${today}.xlsx`
}
