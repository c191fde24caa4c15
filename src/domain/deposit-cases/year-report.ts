import type { costKeys } from '#contract/deposit-cases/cost-summary.ts'
import type { CaseDateField } from '#contract/records/list-question.ts'
import type { YearFigures, YearQuery, YearReport, YearRow } from '#contract/deposit-cases/year-report.ts'
import { compareKorean, compareText } from '../text/collate.ts'
import { costOf } from './cost-summary.ts'
import { daysOfMonth } from '../dates/office-date.ts'

/** `today`: of the office. */
export type YearQuestion = YearQuery & { readonly today: string }

export interface ComparedDays {
  readonly first: string
  readonly last: string
}

/**
 * The compared days: a finished year with the whole year before, the running one up to today with
 * the year before up to the same day. The last day of a month is compared with the last day of that
 * month, so that a February of 29 days is compared with a whole February of 28.
 */
export function comparedDays({ year, today }: Pick<YearQuestion, 'year' | 'today'>): {
  current: ComparedDays
  before: ComparedDays
} {
  const whole = (of: number) => daysOfMonth(of, 0)
  if (today >= whole(year).last || today < whole(year).first) return { current: whole(year), before: whole(year - 1) }
  const month = Number(today.slice(5, 7))
  const ends = { current: daysOfMonth(year, month).last, before: daysOfMonth(year - 1, month).last }
  const same = `${String(year - 1).padStart(4, '0')}${today.slice(4)}`
  const last = today === ends.current || same > ends.before ? ends.before : same
  return { current: { ...whole(year), last: today }, before: { ...whole(year - 1), last } }
}

type YearCase = Readonly<Record<CaseDateField, string | null>> &
  Readonly<Record<(typeof costKeys)[number], number | null>>

/** How a book reads its cases. */
export interface YearBook<Row> {
  /** The person of the case: a name, or the id of a record that names one. */
  personOf(row: Row): string
  isCompleted(row: Row): boolean
  /** Claimed and not paid. */
  isUnpaid(row: Row): boolean
}

/**
 * Counts each case once: in the month of its day, and for the person it names, even if they left.
 */
export function reportYear<Row extends YearCase>(
  rows: Iterable<Row>,
  question: YearQuestion,
  book: YearBook<NoInfer<Row>>,
): YearReport {
  const days = comparedDays(question)
  const found = new Map<string, { key: string; current: YearFigures; before: YearFigures }>()
  const rowOf = (key: string) => {
    const row = found.get(key) ?? { key, current: noFigures(), before: noFigures() }
    found.set(key, row)
    return row
  }
  if (question.by === 'month') for (const key of comparedMonths(question)) rowOf(key)
  let undated = 0
  for (const row of rows) {
    const day = row[question.date_field]
    if (day === null) undated += 1
    const side = day === null ? null : isIn(days.current, day) ? 'current' : isIn(days.before, day) ? 'before' : null
    if (day === null || side === null) continue
    const figures = rowOf(question.by === 'month' ? String(Number(day.slice(5, 7))) : book.personOf(row))[side]
    figures.count += 1
    figures.completed += book.isCompleted(row) ? 1 : 0
    figures.fees += row.fees ?? 0
    figures.unpaid += book.isUnpaid(row) ? costOf(row) : 0
  }
  return { rows: inYearOrder([...found.values()], question.by), undated }
}

/** The report's rows under other keys, such as each group's person instead of its id. */
export function mergeYearRows({ rows, undated }: YearReport, keyOf: (key: string) => string): YearReport {
  const merged = Map.groupBy(rows, ({ key }) => keyOf(key))
  const all = [...merged].map(([key, same]) => ({ key, ...yearTotal(same) }))
  return { rows: inYearOrder(all, 'person'), undated }
}

export function yearTotal(rows: readonly YearRow[]): Omit<YearRow, 'key'> {
  const total = { current: noFigures(), before: noFigures() }
  for (const row of rows)
    for (const side of ['current', 'before'] as const)
      for (const key of yearFigureKeys) total[side][key] += row[side][key]
  return total
}

export const yearFigureKeys = ['count', 'completed', 'fees', 'unpaid'] as const

/** `1` to the last compared month. */
export function comparedMonths(question: Pick<YearQuestion, 'year' | 'today'>): string[] {
  const last = Number(comparedDays(question).current.last.slice(5, 7))
  return Array.from({ length: last }, (_, at) => String(at + 1))
}

/** Months in order; people by name, cases without a person last. */
export function inYearOrder(rows: readonly YearRow[], by: YearQuery['by']): YearRow[] {
  if (by === 'month') return rows.toSorted((a, b) => Number(a.key) - Number(b.key))
  const isNobody = (key: string) => Number(key === '')
  return rows.toSorted(
    (a, b) => isNobody(a.key) - isNobody(b.key) || compareKorean(a.key, b.key) || compareText(a.key, b.key),
  )
}

export function noFigures(): YearFigures {
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
  personOf: ({ business_manager: name }) => name.trim(),
  isCompleted: ({ status }) => status === 'completed',
  isUnpaid: ({ cost_request_at: claimedAt, deposit_at: paidAt }) => claimedAt !== null && paidAt === null,
}

/** By group id; the case book has no payments. */
export const realEstateYearBook: YearBook<{ group_id: string; registrated_at: string | null }> = {
  personOf: ({ group_id: id }) => id,
  isCompleted: ({ registrated_at: day }) => day !== null,
  isUnpaid: () => false,
}
