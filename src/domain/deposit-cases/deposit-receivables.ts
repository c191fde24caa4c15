import type { DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { Filter } from '#contract/records/query.ts'
import { addDays, countDaysBetween, firstDay } from '#domain/dates/office-date.ts'
import { sortByProject, sumCosts } from './cost-summary.ts'

type ReceivableCase = Pick<
  DepositCaseRecord,
  'business_section' | 'cost_request_at' | 'deposit_at' | (typeof costKeys)[number]
>

/** Ages of a claim in days since 비용청구일; the last one is open-ended. */
export const receivableAges = [
  { label: '30일 이내', from: -Infinity, to: 30 },
  { label: '31–60일', from: 31, to: 60 },
  { label: '61–90일', from: 61, to: 90 },
  { label: '90일 초과', from: 91, to: Infinity },
] as const

interface ReceivableBucket {
  count: number
  /** Sum in won. */
  sum: number
}

export interface ReceivablesRow extends ReceivableBucket {
  business_section: string
  /** One per entry of `receivableAges`, in that order; they add up to the row. */
  ages: ReceivableBucket[]
}

/**
 * 미수금 by project and age: cases whose costs were claimed (비용청구일) and not paid (no 입금일). Claims
 * dated today or later count as fresh.
 */
export function summarizeReceivables(rows: Iterable<ReceivableCase>, today: string): ReceivablesRow[] {
  const projects = new Map<string, ReceivablesRow>()
  for (const row of rows) {
    if (row.cost_request_at === null || row.deposit_at !== null) continue
    const project = projects.get(row.business_section) ?? createEmptyProject(row.business_section)
    projects.set(row.business_section, project)
    const sum = sumCosts(row)
    const age = countDaysBetween(row.cost_request_at, today)
    const bucket = project.ages[receivableAges.findIndex(({ from, to }) => age >= from && age <= to)]
    for (const target of [project, ...(bucket ? [bucket] : [])]) {
      target.count += 1
      target.sum += sum
    }
  }
  return sortByProject([...projects.values()])
}

/**
 * Filters for exactly the cases a figure counts: of one project or all, of one age (its index in
 * `receivableAges`) or all.
 */
export function createReceivableFilters({ project, age }: { project?: string; age?: number }, today: string): Filter[] {
  const { from, to } = receivableAges[age ?? -1] ?? { from: -Infinity, to: Infinity }
  const end = from === -Infinity ? null : addDays(today, -from)
  const start = to === Infinity ? (end === null ? firstDay : null) : addDays(today, -to)
  return [
    ...(project === undefined ? [] : [{ op: 'equals' as const, field: 'business_section', value: project }]),
    { op: 'between', field: 'cost_request_at', from: start, to: end },
    { op: 'equals', field: 'deposit_at', value: null },
  ]
}

function createEmptyProject(project: string): ReceivablesRow {
  return { business_section: project, count: 0, sum: 0, ages: receivableAges.map(() => ({ count: 0, sum: 0 })) }
}

/** A row of 미수금 without its project. */
export type Receivables = Omit<ReceivablesRow, 'business_section'>

/** The total row under the projects. */
export function sumReceivables(rows: readonly ReceivablesRow[]): Receivables {
  const total: Receivables = { count: 0, sum: 0, ages: receivableAges.map(() => ({ count: 0, sum: 0 })) }
  for (const row of rows) {
    total.count += row.count
    total.sum += row.sum
    for (const [index, age] of total.ages.entries()) {
      age.count += row.ages[index]?.count ?? 0
      age.sum += row.ages[index]?.sum ?? 0
    }
  }
  return total
}
