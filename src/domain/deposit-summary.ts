import { type depositSummaryQuerySchema, type DepositSummaryRow } from '#contract/deposit-cases.ts'
import { caseDateFields, type CaseDateField } from '#contract/list-question.ts'
import { depositCostKeys, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { z } from 'zod'
import { compareKorean } from './collate.ts'

/** First and last day per date field, both included; empty or absent means open. */
export type DepositRange = z.input<typeof depositSummaryQuerySchema>

type CostCase = Pick<DepositCaseRecord, (typeof depositCostKeys)[number]>
type SummaryCase = CostCase & Pick<DepositCaseRecord, 'business_section' | CaseDateField>

/**
 * The report (spec 2 §2 "Report tab"): won and number of cases per business section, sections in the order of their names. Empty amounts count as 0; a case
 * without the day that a range asks for is not in it. The server's SQL gives the same to the won (a property test holds them together).
 */
export function summariseBySection(rows: Iterable<SummaryCase>, range: DepositRange): DepositSummaryRow[] {
  const sections = new Map<string, DepositSummaryRow>()
  for (const row of rows) {
    if (!isWithin(row, range)) continue
    const section = sections.get(row.business_section) ?? emptySummary(row.business_section)
    sections.set(row.business_section, section)
    for (const key of depositCostKeys) section[key] += row[key] ?? 0
    section.sum += costOf(row)
    section.count += 1
  }
  return inSectionOrder([...sections.values()])
}

/** The total row under the sections. */
export function summaryTotal(sections: readonly DepositSummaryRow[]): Omit<DepositSummaryRow, 'business_section'> {
  const { business_section: _, ...total } = emptySummary('')
  for (const section of sections) {
    for (const key of [...depositCostKeys, 'sum', 'count'] as const) total[key] += section[key]
  }
  return total
}

/** What a case costs, 합계: fees + fees_vat + proof + tax + stamp in won (spec 2 §9), empty ones as 0. */
export function costOf(row: CostCase): number {
  return depositCostKeys.reduce((sum, key) => sum + (row[key] ?? 0), 0)
}

/** By section, numbers in the names as numbers: 제2공구 before 제10공구. */
export function inSectionOrder<Row extends { business_section: string }>(rows: readonly Row[]): Row[] {
  return rows.toSorted(
    (a, b) =>
      compareKorean(a.business_section, b.business_section) || (a.business_section < b.business_section ? -1 : 1),
  )
}

function emptySummary(section: string): DepositSummaryRow {
  return { business_section: section, fees: 0, fees_vat: 0, proof: 0, tax: 0, stamp: 0, sum: 0, count: 0 }
}

function isWithin(row: Pick<DepositCaseRecord, CaseDateField>, range: DepositRange): boolean {
  return caseDateFields.every((field) => {
    const [start, end, day] = [range[`${field}_start`], range[`${field}_end`], row[field]]
    if (!start && !end) return true
    return day !== null && (!start || day >= start) && (!end || day <= end)
  })
}
