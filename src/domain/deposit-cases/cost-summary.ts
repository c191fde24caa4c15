import type { z } from 'zod'
import {
  costKeys,
  type Costs,
  type CostSummaryRow,
  type costSummaryQuerySchema,
  type GroupSummaryRow,
} from '#contract/deposit-cases/cost-summary.ts'
import { caseDateFields, type CaseDateField } from '#contract/records/list-question.ts'
import { compareKorean, compareText } from '../text/collate.ts'

/** First and last day per date field, both included; empty or absent means open. */
export type CostRange = z.input<typeof costSummaryQuerySchema>

type CostCase = Readonly<Record<(typeof costKeys)[number], number | null>>
type DatedCase = Readonly<Record<CaseDateField, string | null>>
type SummedCase = CostCase & DatedCase

/**
 * The deposit report: won and number of cases per business section, sorted by name. Empty amounts
 * count as 0; cases without the day of a requested range are left out. The server's SQL gives the
 * same result to the won (checked by a property test).
 */
export function summariseBySection(
  rows: Iterable<SummedCase & { readonly business_section: string }>,
  range: CostRange,
): CostSummaryRow[] {
  const sums = [...addUp(rows, range, ({ business_section: section }) => section)]
  return inSectionOrder(sums.map(([business_section, costs]) => ({ business_section, ...costs })))
}

/** The sums of a group's cases. */
export type GroupSum = Costs & { readonly group_id: string }

/** The same for real estate by group id, because group names are in another book. */
export function summariseByGroup(
  rows: Iterable<SummedCase & { readonly group_id: string }>,
  range: CostRange,
): GroupSum[] {
  return [...addUp(rows, range, (row) => row.group_id)].map(([group_id, costs]) => ({ group_id, ...costs }))
}

/** The rows of the report, sorted by group name. */
export function nameGroups(sums: readonly GroupSum[], nameOf: (groupId: string) => string): GroupSummaryRow[] {
  return inSectionOrder(sums.map((sum) => ({ business_section: nameOf(sum.group_id), ...sum })))
}

/** The total row under the sections. */
export function summaryTotal(sections: readonly Costs[]): Costs {
  const total = noCosts()
  for (const section of sections) {
    for (const key of [...costKeys, 'sum', 'count'] as const) total[key] += section[key]
  }
  return total
}

/** 합계 of a case: fees + fees_vat + proof + tax + stamp in won, empty ones as 0. */
export function costOf(row: CostCase): number {
  return costKeys.reduce((sum, key) => sum + (row[key] ?? 0), 0)
}

/** By section, with numbers in names compared by value: 제2공구 before 제10공구. */
export function inSectionOrder<Row extends { business_section: string; group_id?: string }>(
  rows: readonly Row[],
): Row[] {
  return rows.toSorted(
    (a, b) =>
      compareKorean(a.business_section, b.business_section) ||
      compareText(a.business_section, b.business_section) ||
      compareText(a.group_id ?? '', b.group_id ?? ''),
  )
}

function addUp<Row extends SummedCase>(
  rows: Iterable<Row>,
  range: CostRange,
  keyOf: (row: Row) => string,
): Map<string, Costs> {
  const sums = new Map<string, Costs>()
  for (const row of rows) {
    if (!isWithin(row, range)) continue
    const key = keyOf(row)
    const costs = sums.get(key) ?? noCosts()
    sums.set(key, costs)
    for (const cost of costKeys) costs[cost] += row[cost] ?? 0
    costs.sum += costOf(row)
    costs.count += 1
  }
  return sums
}

function noCosts(): Costs {
  return { fees: 0, fees_vat: 0, proof: 0, tax: 0, stamp: 0, sum: 0, count: 0 }
}

function isWithin(row: DatedCase, range: CostRange): boolean {
  return caseDateFields.every((field) => {
    const [start, end, day] = [range[`${field}_start`], range[`${field}_end`], row[field]]
    if (!start && !end) return true
    return day !== null && (!start || day >= start) && (!end || day <= end)
  })
}
