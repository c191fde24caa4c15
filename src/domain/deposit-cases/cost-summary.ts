import type { z } from 'zod'
import {
  costKeys,
  type Costs,
  type costSummaryQuerySchema,
  type CostSummaryRow,
  type GroupSummaryRow,
  type YearFigures,
  type YearQuery,
  type YearReport,
  type YearRow,
} from '#contract/deposit-cases/cost-summary.ts'
import { type CaseDateField, caseDateFields } from '#contract/records/list-query.ts'
import { getMonthBounds } from '#domain/dates/office-date.ts'
import { compareKorean, compareText } from '#domain/text/search-text.ts'

/** First and last day per date field, both included; empty or absent means open. */
export type CostRange = z.input<typeof costSummaryQuerySchema>

type CostCase = Readonly<Record<(typeof costKeys)[number], number | null>>
type DatedCase = Readonly<Record<CaseDateField, string | null>>
type SummedCase = CostCase & DatedCase

/**
 * The deposit report: won and number of cases per project, sorted by name. Empty amounts
 * count as 0; cases without the day of a requested range are left out. The server's SQL gives the
 * same result to the won (checked by a property test).
 */
export function summarizeByProject(
  rows: Iterable<SummedCase & { readonly business_section: string }>,
  range: CostRange,
): CostSummaryRow[] {
  const sums = [...sumByKey(rows, range, ({ business_section: project }) => project)]
  return sortByProject(sums.map(([business_section, costs]) => ({ business_section, ...costs })))
}

type GroupSum = Costs & { readonly group_id: string }

/** The same for real estate by group id, because group names are in another book. */
export function summarizeByGroup(
  rows: Iterable<SummedCase & { readonly group_id: string }>,
  range: CostRange,
): GroupSum[] {
  return [...sumByKey(rows, range, (row) => row.group_id)].map(([group_id, costs]) => ({ group_id, ...costs }))
}

/** The rows of the report, sorted by group name. */
export function nameGroups(sums: readonly GroupSum[], nameOf: (groupId: string) => string): GroupSummaryRow[] {
  return sortByProject(sums.map((sum) => ({ business_section: nameOf(sum.group_id), ...sum })))
}

/** The total row under the projects. */
export function sumProjects(projects: readonly Costs[]): Costs {
  const total = createEmptyCosts()
  for (const project of projects) {
    for (const key of [...costKeys, 'sum', 'count'] as const) total[key] += project[key]
  }
  return total
}

/** 합계 of a case: fees + fees_vat + proof + tax + stamp in won, empty ones as 0. */
export function sumCosts(row: CostCase): number {
  return costKeys.reduce((sum, key) => sum + (row[key] ?? 0), 0)
}

/** By project, with numbers in names compared by value: 제2공구 before 제10공구. */
export function sortByProject<Row extends { business_section: string; group_id?: string }>(
  rows: readonly Row[],
): Row[] {
  return rows.toSorted(
    (a, b) =>
      compareKorean(a.business_section, b.business_section) ||
      compareText(a.business_section, b.business_section) ||
      compareText(a.group_id ?? '', b.group_id ?? ''),
  )
}

function sumByKey<Row extends SummedCase>(
  rows: Iterable<Row>,
  range: CostRange,
  keyOf: (row: Row) => string,
): Map<string, Costs> {
  const sums = new Map<string, Costs>()
  for (const row of rows) {
    if (!isWithin(row, range)) continue
    const key = keyOf(row)
    const costs = sums.get(key) ?? createEmptyCosts()
    sums.set(key, costs)
    for (const cost of costKeys) costs[cost] += row[cost] ?? 0
    costs.sum += sumCosts(row)
    costs.count += 1
  }
  return sums
}

function createEmptyCosts(): Costs {
  return { fees: 0, fees_vat: 0, proof: 0, tax: 0, stamp: 0, sum: 0, count: 0 }
}

export function isWithin(row: DatedCase, range: CostRange): boolean {
  return caseDateFields.every((field) => {
    const [start, end, day] = [range[`${field}_start`], range[`${field}_end`], row[field]]
    if (!start && !end) return true
    return day !== null && (!start || day >= start) && (!end || day <= end)
  })
}

/** `today`: of the office. `people`: counts only cases of these. */
export type YearReportParams = YearQuery & { readonly today: string; readonly people?: readonly string[] | undefined }

interface ComparedDays {
  readonly first: string
  readonly last: string
}

/**
 * The compared days: a finished year with the whole year before, the running one up to today with
 * the year before up to the same day. The last day of a month is compared with the last day of that
 * month, so that a February of 29 days is compared with a whole February of 28.
 */
export function resolveComparedDays({ year, today }: Pick<YearReportParams, 'year' | 'today'>): {
  current: ComparedDays
  before: ComparedDays
} {
  const wholeYear = (of: number) => getMonthBounds(of, 0)
  if (today >= wholeYear(year).last || today < wholeYear(year).first)
    return { current: wholeYear(year), before: wholeYear(year - 1) }
  const month = Number(today.slice(5, 7))
  const ends = { current: getMonthBounds(year, month).last, before: getMonthBounds(year - 1, month).last }
  const sameDay = `${String(year - 1).padStart(4, '0')}${today.slice(4)}`
  const last = today === ends.current || sameDay > ends.before ? ends.before : sameDay
  return { current: { ...wholeYear(year), last: today }, before: { ...wholeYear(year - 1), last } }
}

type YearCase = Readonly<Record<CaseDateField, string | null>> &
  Readonly<Record<(typeof costKeys)[number], number | null>>

/** How a book reads its cases. */
interface YearBook<Row> {
  /** The person of the case: a name, or the id of a record that names one. */
  getPerson(row: Row): string
  isCompleted(row: Row): boolean
  /** Claimed and not paid. */
  isUnpaid(row: Row): boolean
}

/**
 * Counts each case once: in the month of its day, and for the person it names, even if they left.
 */
export function reportYear<Row extends YearCase>(
  rows: Iterable<Row>,
  params: YearReportParams,
  book: YearBook<NoInfer<Row>>,
): YearReport {
  const days = resolveComparedDays(params)
  const rowByKey = new Map<string, { key: string; current: YearFigures; before: YearFigures }>()
  const getRow = (key: string) => {
    const row = rowByKey.get(key) ?? { key, current: createEmptyFigures(), before: createEmptyFigures() }
    rowByKey.set(key, row)
    return row
  }
  if (params.by === 'month') for (const key of listComparedMonths(params)) getRow(key)
  let undated = 0
  for (const row of rows) {
    if (params.people && !params.people.includes(book.getPerson(row))) continue
    const day = row[params.date_field]
    if (day === null) undated += 1
    const side = day === null ? null : isIn(days.current, day) ? 'current' : isIn(days.before, day) ? 'before' : null
    if (day === null || side === null) continue
    const figures = getRow(params.by === 'month' ? String(Number(day.slice(5, 7))) : book.getPerson(row))[side]
    figures.count += 1
    figures.completed += book.isCompleted(row) ? 1 : 0
    figures.fees += row.fees ?? 0
    figures.unpaid += book.isUnpaid(row) ? sumCosts(row) : 0
  }
  return { rows: sortYearRows([...rowByKey.values()], params.by), undated }
}

/** The report's rows under other keys, such as each group's person instead of its id. */
export function mergeYearRows({ rows, undated }: YearReport, keyOf: (key: string) => string): YearReport {
  const merged = Map.groupBy(rows, ({ key }) => keyOf(key))
  const all = [...merged].map(([key, same]) => ({ key, ...sumYearRows(same) }))
  return { rows: sortYearRows(all, 'person'), undated }
}

export function sumYearRows(rows: readonly YearRow[]): Omit<YearRow, 'key'> {
  const total = { current: createEmptyFigures(), before: createEmptyFigures() }
  for (const row of rows)
    for (const side of ['current', 'before'] as const)
      for (const key of yearFigureKeys) total[side][key] += row[side][key]
  return total
}

const yearFigureKeys = ['count', 'completed', 'fees', 'unpaid'] as const

/** `1` to the last compared month. */
export function listComparedMonths(params: Pick<YearReportParams, 'year' | 'today'>): string[] {
  const last = Number(resolveComparedDays(params).current.last.slice(5, 7))
  return Array.from({ length: last }, (_, index) => String(index + 1))
}

/** Months in order; people by name, cases without a person last. */
export function sortYearRows(rows: readonly YearRow[], by: YearQuery['by']): YearRow[] {
  if (by === 'month') return rows.toSorted((a, b) => Number(a.key) - Number(b.key))
  const rankNobody = (key: string) => Number(key === '')
  return rows.toSorted(
    (a, b) => rankNobody(a.key) - rankNobody(b.key) || compareKorean(a.key, b.key) || compareText(a.key, b.key),
  )
}

export function createEmptyFigures(): YearFigures {
  return { count: 0, completed: 0, fees: 0, unpaid: 0 }
}

function isIn({ first, last }: ComparedDays, day: string): boolean {
  return day >= first && day <= last
}

export const depositYearBook: YearBook<{
  business_manager: string
  status: string | null
  cost_request_at: string | null
  deposit_at: string | null
}> = {
  getPerson: ({ business_manager: name }) => name.trim(),
  isCompleted: ({ status }) => status === 'completed',
  isUnpaid: ({ cost_request_at: claimedAt, deposit_at: paidAt }) => claimedAt !== null && paidAt === null,
}

/** By group id; the case book has no payments. */
export const realEstateYearBook: YearBook<{ group_id: string; registrated_at: string | null }> = {
  getPerson: ({ group_id: id }) => id,
  isCompleted: ({ registrated_at: day }) => day !== null,
  isUnpaid: () => false,
}
