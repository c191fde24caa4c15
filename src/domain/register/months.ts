import type { RegisterEntry } from '#contract/books/register-entries.ts'
import type { RegisterDue } from '#contract/register/register.ts'
import { countDaysBetween } from '#domain/dates/office-date.ts'

export interface MonthSums {
  readonly month: number
  readonly count: number
  readonly fees: number
  readonly total_count: number
  readonly total_fees: number
}

/** 월계 and 누계 of a year from the sums of its months (법무사규칙 제35조); months without entries are 0. */
export function addRunningTotals(
  sums: readonly { readonly month: number; readonly count: number; readonly fees: number }[],
): MonthSums[] {
  const totals = { count: 0, fees: 0 }
  return Array.from({ length: 12 }, (_, index) => {
    const { count = 0, fees = 0 } = sums.find(({ month }) => month === index + 1) ?? {}
    totals.count += count
    totals.fees += fees
    return { month: index + 1, count, fees, total_count: totals.count, total_fees: totals.fees }
  })
}

/** The same from the entries of one year, as a device has them. Cancelled ones count nowhere. */
export function sumMonths(entries: Iterable<Pick<RegisterEntry, 'entered_on' | 'fee' | 'is_cancelled'>>): MonthSums[] {
  const sums = Array.from({ length: 12 }, (_, index) => ({ month: index + 1, count: 0, fees: 0 }))
  for (const { entered_on, fee, is_cancelled } of entries) {
    const month = sums[Number(entered_on.slice(5, 7)) - 1]
    if (month === undefined || is_cancelled) continue
    month.count += 1
    month.fees += fee ?? 0
  }
  return addRunningTotals(sums)
}

/** 월계 or 누계 of a month as a line of the form. */
export interface FormSum {
  readonly label: string
  readonly count: number
  readonly fees: number
}

/** The lines of the form: the entries of each month in their order, then its 월계 and 누계. */
export function listFormLines<Entry>(
  entries: readonly Entry[],
  months: readonly MonthSums[],
  monthOf: (entry: Entry) => number,
): ({ readonly entry: Entry } | FormSum)[] {
  return months.flatMap(({ month, count, fees, total_count, total_fees }) => [
    ...entries.filter((entry) => monthOf(entry) === month).map((entry) => ({ entry })),
    { label: `${month}월 월계`, count, fees },
    { label: `${month}월 누계`, count: total_count, fees: total_fees },
  ])
}

/** Why a month may not be closed yet, in Korean; null when it may. */
export function findCloseRefusal(
  { year, month }: { readonly year: number; readonly month: number },
  { today, isEarlierOpen }: { readonly today: string; readonly isEarlierOpen: boolean },
): string | null {
  if (buildMonth(year, month) >= today.slice(0, 7)) return '끝나지 않은 달은 마감할 수 없습니다.'
  return isEarlierOpen ? '앞선 달을 먼저 마감해 주세요.' : null
}

/** `2026-01`. */
export function buildMonth(year: number, month: number): string {
  return `${year}-${String(month).padStart(2, '0')}`
}

/**
 * The report of last year is due on 15 January (법무사규칙 제49조). It is announced from 2 January until
 * it is marked as sent, through the year if nobody does. `sentYears`: the years whose report was
 * sent. `firstEntry`: the day of the office's first entry; null when there is none.
 */
export function findReportDue(
  today: string,
  { sentYears, firstEntry }: { readonly sentYears: readonly number[]; readonly firstEntry: string | null },
): RegisterDue['due'] {
  const year = Number(today.slice(0, 4)) - 1
  const isEmpty = firstEntry === null || firstEntry > `${year}-12-31`
  if (isEmpty || today < `${year + 1}-01-02` || sentYears.includes(year)) return null
  const due_on = `${year + 1}-01-15`
  return { year, due_on, days: countDaysBetween(today, due_on) }
}
