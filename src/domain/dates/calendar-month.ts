import { addDays, daysBetween, daysOfMonth } from './office-date.ts'

/** First and last selectable day; an absent or empty side is open. */
export interface DayLimits {
  readonly min?: string | undefined
  readonly max?: string | undefined
}

/** A calendar key's movement from a day. */
export type DayMove =
  | { readonly by: number; readonly unit: 'day' | 'month' | 'year' }
  | { readonly to: 'week-start' | 'week-end' }

/**
 * Six weeks from Sunday to Saturday that contain the whole month of `day`, so that a calendar keeps
 * its height from month to month.
 */
export function monthWeeks(day: string): readonly (readonly string[])[] {
  const first = `${day.slice(0, 7)}-01`
  const start = addDays(first, -weekdayOf(first))
  return [0, 7, 14, 21, 28, 35].map((after) => weekdayNames.map((_, weekday) => addDays(start, after + weekday)))
}

/**
 * The day a move leads to, within the limits. From the end of a long month it leads to the last day
 * of a short one.
 */
export function moveDay(day: string, move: DayMove, limits: DayLimits = {}): string {
  if ('to' in move) {
    const weekday = weekdayOf(day)
    return clampDay(addDays(day, move.to === 'week-start' ? -weekday : 6 - weekday), limits)
  }
  if (move.unit === 'day') return clampDay(addDays(day, move.by), limits)
  return clampDay(addMonths(day, move.unit === 'year' ? move.by * 12 : move.by), limits)
}

/** The nearest selectable day. */
export function clampDay(day: string, { min, max }: DayLimits): string {
  const [first, last] = [min || firstDayOfAll, max || lastDayOfAll]
  if (day < first) return first
  return day > last ? last : day
}

/**
 * Years have four digits everywhere in the office, and a month after the last one must exist too.
 */
const [firstDayOfAll, lastDayOfAll] = ['1000-01-01', '9998-12-31']

/** Whether a day is selectable. */
export function isWithin(day: string, limits: DayLimits): boolean {
  return clampDay(day, limits) === day
}

/** Day of the week from 0, Sunday, to 6. */
export function weekdayOf(day: string): number {
  // 2000-01-02 was a Sunday.
  return ((daysBetween('2000-01-02', day) % 7) + 7) % 7
}

/** `2026년 11월 25일 수요일`, for screen readers. */
export function spokenDay(day: string): string {
  return `${monthTitle(day)} ${Number(day.slice(8))}일 ${weekdayNames[weekdayOf(day)] ?? ''}요일`
}

/** `2026년 11월`. */
export function monthTitle(day: string): string {
  return `${Number(day.slice(0, 4))}년 ${Number(day.slice(5, 7))}월`
}

export const weekdayNames = ['일', '월', '화', '수', '목', '금', '토'] as const

function addMonths(day: string, by: number): string {
  const target = monthNumber(day) + by
  const months = Math.max(monthNumber(firstDayOfAll), Math.min(monthNumber(lastDayOfAll), target))
  const { first, last } = daysOfMonth(Math.floor(months / 12), (months % 12) + 1)
  const sameDay = `${first.slice(0, 8)}${day.slice(8)}`
  return sameDay > last ? last : sameDay
}

/** Months since the year 0. */
function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1
}
