import type { ReactNode } from 'react'
import type { Book } from '#contract/books/field.ts'
import { costKeys, type Costs, type CostSummaryRow } from '#contract/deposit-cases/cost-summary.ts'
import { summaryTotal } from '#domain/deposit-cases/cost-summary.ts'
import { formatWon } from '#domain/money/won.ts'
import { FigureTable, type CaseQuestion, type FigureColumn } from './figure-table.tsx'

/** A section as a report shows it. */
export type SectionCosts = CostSummaryRow & { readonly group_id?: string }

interface CostTableProps {
  book: Book
  sections: readonly SectionCosts[]
  /** List of a section's cases within the report's range (null: of all sections). */
  casesOf(section: string | null): CaseQuestion
  /** Last column with a button per section. */
  action?: SectionAction
}

export interface SectionAction {
  readonly label: string
  readonly renderButton: (section: SectionCosts) => ReactNode
}

/** Costs by section, with the total below. */
export function CostTable({ book, sections, casesOf, action }: CostTableProps) {
  return (
    <FigureTable
      caption="사업구간별 비용 합계 (원)"
      columns={costColumns(book).map((column) => (isOfCases(column.key) ? { ...column, cases: casesOf } : column))}
      rows={sections.map((row) => ({
        section: row.business_section,
        id: row.group_id,
        figures: row,
        ...(action && { action: action.renderButton(row) }),
      }))}
      total={summaryTotal(sections)}
      {...(action && { actionLabel: action.label })}
    />
  )
}

/** 건수, each cost under its book's label, and their sum. */
export function costColumns({ fields }: Book): readonly FigureColumn<Costs>[] {
  return [
    { key: 'count', label: '건수', text: ({ count }) => count.toLocaleString('ko-KR') },
    ...costKeys.map((key) => ({
      key,
      label: fields.find((field) => field.key === key)?.label ?? key,
      text: (row: Costs) => formatWon(row[key]),
    })),
    { key: 'sum', label: '합계', isStrong: true, text: ({ sum }) => formatWon(sum) },
  ]
}

/** Only the count and the sum cover whole cases; a single cost is part of every case. */
function isOfCases(key: string): boolean {
  return key === 'count' || key === 'sum'
}
