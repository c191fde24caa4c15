import { normalizeEntry } from '#domain/entry/number-entry.ts'
import { getMonthBounds } from './office-date.ts'

/** First and last day (YYYY-MM-DD), both inclusive; an empty end is open. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

export type NamedRange = DayRange & { readonly label: string }

/** The months and years that lists, reports and claims are usually made for. */
export function listQuickPeriods(today: string): readonly NamedRange[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const [lastMonthYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1]
  return [
    { label: '이번 달', ...getPeriodDays(year, month) },
    { label: '지난달', ...getPeriodDays(lastMonthYear, lastMonth) },
    { label: '올해', ...getPeriodDays(year, 0) },
    { label: '작년', ...getPeriodDays(year - 1, 0) },
  ]
}

/**
 * A month or year typed in place of a day: `2026-11`, `2026.11`, `2026년 11월`, `11월` (this year),
 * `2026`, `2026년`, `지난달`. Null for anything else.
 */
export function readPeriod(text: string, today: string): DayRange | null {
  const entry = normalizeEntry(text).replaceAll(/\s/g, '')
  const named = listQuickPeriods(today).find(({ label }) => label.replaceAll(' ', '') === entry)
  if (named) return { start: named.start, end: named.end }
  const [, yearText, monthText] =
    /^((?:19|20)\d{2})년?$/.exec(entry) ??
    /^((?:19|20)\d{2})(?:[-./]|년)(\d{1,2})(?:월|\.)?$/.exec(entry) ??
    /^()(\d{1,2})월$/.exec(entry) ??
    []
  if (yearText === undefined) return null
  const month = monthText === undefined ? 0 : Number(monthText)
  if (month > 12 || (monthText !== undefined && month === 0)) return null
  return getPeriodDays(Number(yearText === '' ? today.slice(0, 4) : yearText), month)
}

/** Month 0 is the whole year. */
function getPeriodDays(year: number, month: number): DayRange {
  const { first, last } = getMonthBounds(year, month)
  return { start: first, end: last }
}

export function isSameRange(a: DayRange, b: DayRange): boolean {
  return a.start === b.start && a.end === b.end
}

export const openRange: DayRange = { start: '', end: '' }
