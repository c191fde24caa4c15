import { normalizeEntry } from '#domain/entry/number-entry.ts'
import { computeWeekday } from './calendar.ts'
import { addDays, getMonthBounds } from './office-date.ts'

/** First and last day (YYYY-MM-DD), both inclusive; an empty end is open. */
export interface DayRange {
  readonly start: string
  readonly end: string
}

export type NamedRange = DayRange & { readonly label: string }

/** Periods that move with the day, by their names in lists and as typed. */
function listMovingPeriods(today: string): readonly NamedRange[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const [lastMonthYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const [nextMonthYear, nextMonth] = month === 12 ? [year + 1, 1] : [year, month + 1]
  const monday = addDays(today, -((computeWeekday(today) + 6) % 7))
  const getWeek = (weeks: number) => ({ start: addDays(monday, 7 * weeks), end: addDays(monday, 7 * weeks + 6) })
  const getDay = (days: number) => ({ start: addDays(today, days), end: addDays(today, days) })
  return [
    { label: '이번 달', ...getPeriodDays(year, month) },
    { label: '지난달', ...getPeriodDays(lastMonthYear, lastMonth) },
    { label: '다음 달', ...getPeriodDays(nextMonthYear, nextMonth) },
    { label: '올해', ...getPeriodDays(year, 0) },
    { label: '작년', ...getPeriodDays(year - 1, 0) },
    { label: '내년', ...getPeriodDays(year + 1, 0) },
    { label: '이번 주', ...getWeek(0) },
    { label: '지난주', ...getWeek(-1) },
    { label: '다음 주', ...getWeek(1) },
    { label: '오늘', ...getDay(0) },
    { label: '어제', ...getDay(-1) },
    { label: '내일', ...getDay(1) },
  ]
}

const quickLabels = ['이번 달', '지난달', '올해', '작년']
const comingLabels = ['이번 주', '다음 주', '이번 달', '다음 달', '올해']

function pickPeriods(today: string, labels: readonly string[]): readonly NamedRange[] {
  const periods = listMovingPeriods(today)
  return labels.flatMap((label) => periods.filter((period) => period.label === label))
}

/** Name of the period that a range is today; null for any other range. */
export function findPeriodName(range: DayRange, today: string): string | null {
  return listMovingPeriods(today).find((period) => isSameRange(period, range))?.label ?? null
}

/** The days that a named period has today; null for an unknown name. */
export function resolvePeriod(name: string, today: string): DayRange | null {
  const period = listMovingPeriods(today).find(({ label }) => withoutSpaces(label) === withoutSpaces(name))
  return period ? { start: period.start, end: period.end } : null
}

function withoutSpaces(text: string): string {
  return text.replaceAll(/\s/g, '')
}

/** The months and years that lists, reports and claims are usually made for. */
export function listQuickPeriods(today: string): readonly NamedRange[] {
  return pickPeriods(today, quickLabels)
}

/** The weeks and months for days that lie ahead, such as due days. */
export function listComingPeriods(today: string): readonly NamedRange[] {
  return pickPeriods(today, comingLabels)
}

/**
 * A month or year typed in place of a day: `2026-11`, `2026.11`, `2026년 11월`, `11월` (this year),
 * `2026`, `2026년`, `지난달`, `다음 주`. Null for anything else.
 */
export function readPeriod(text: string, today: string): DayRange | null {
  const entry = withoutSpaces(normalizeEntry(text))
  const named = resolvePeriod(entry, today)
  if (named) return named
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
