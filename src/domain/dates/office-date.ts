import { dayMs } from '#contract/dates/day-ms.ts'
import type { Filter } from '#contract/records/query.ts'
import { formatNumber } from '#contract/text/format-number.ts'

/**
 * The office's day in Asia/Seoul as `YYYY-MM-DD`. Korea has had no daylight saving since 1988, so a
 * fixed +9 h is exact for every relevant day.
 */
export function toOfficeDay(nowMs: number): string {
  return new Date(nowMs + 9 * 3_600_000).toISOString().slice(0, 10)
}

/** An instant in office time: `2026-11-20 09:05`. */
export function formatOfficeClock(instant: string): string {
  return new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** Start of ranges without a beginning; no record of the office is older. */
export const firstDay = '1900-01-01'

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** First and last day of a month 1…12, or of the whole year for month 0. */
export function getMonthBounds(year: number, month: number): { first: string; last: string } {
  if (month === 0) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return { first, last: addDays(next, -1) }
}

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function countDaysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs)
}

/** `2026.11.20`, as in lists; null gives an empty text. */
export function formatDay(day: string | null): string {
  return day === null ? '' : day.replaceAll('-', '.')
}

/** `2026. 11. 20.`, as in letters. */
export function formatLetterDay(day: string): string {
  return day
    .split('-')
    .map((part) => `${Number(part)}.`)
    .join(' ')
}

const dayNames = ['오늘', '내일', '모레'] as const

/** The word for today and the next two days; null for every other day. */
export function findSoonWord(day: unknown, today: string): (typeof dayNames)[number] | null {
  return dayNames.find((_word, ahead) => day === addDays(today, ahead)) ?? null
}

/** The distance of a day from today as text; negative `days` are past. 3일 남음, 오늘, 1,204일 지남. */
export function formatDaysUntil(days: number): string {
  if (days === 0) return '오늘'
  return days < 0 ? `${formatNumber(-days)}일 지남` : `${formatNumber(days)}일 남음`
}

/** Shown wherever a range of days begins after its end, which finds nothing. */
const reversedDays = '시작일이 종료일보다 늦습니다.'
const reversedNumbers = '최솟값이 최댓값보다 큽니다.'

/**
 * Why a range finds nothing, in Korean; null when it is valid. Ends are days (YYYY-MM-DD), instants
 * or numbers; an open one is null or empty.
 */
export function findRangeError({ from, to }: Pick<Filter & { op: 'between' }, 'from' | 'to'>): string | null {
  if (from === null || from === '' || to === null || to === '' || from <= to) return null
  return typeof from === 'number' ? reversedNumbers : reversedDays
}

/** The error of the first reversed range among filters; null when there is none. */
export function findReversedRange(filters: readonly Filter[]): string | null {
  for (const filter of filters) {
    const error = filter.op === 'between' ? findRangeError(filter) : null
    if (error !== null) return error
  }
  return null
}

/**
 * A line of prose that begins with a year or a day: `2024. 1. 5. 제정`, `1. 5. 시행`. In Markdown the
 * number would start a list.
 */
export const datedLine = /^(?:\d{3,}[.)](?:\s|$)|\d{1,2}\.\s*\d{1,2}\.(?!\d))/

/**
 * A day as Excel stores it: a day count in which 1 is 1900-01-01 and 60 is 1900-02-29, a day that
 * never existed (Excel keeps this error of Lotus 1-2-3 on purpose). Written and read as a number,
 * so that no Date and no time zone is involved.
 */
export function toExcelSerial(day: string): number {
  const days = countDaysBetween('1899-12-31', day)
  return days >= 60 ? days + 1 : days
}

/** An instant as Excel's serial in office time, to the minute; null when it is invalid. */
export function toExcelMoment(instant: string): number | null {
  if (Number.isNaN(Date.parse(instant))) return null
  const [day = '', time = ''] = formatOfficeClock(instant).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return toExcelSerial(day) + (hours * 60 + minutes) / 1440
}

/**
 * The day of an Excel serial without its time (the fraction). Null outside 1900 to 9999. `is1904`:
 * the old Macintosh calendar.
 */
export function parseExcelDay(serial: number, is1904 = false): string | null {
  const wholeDays = Math.floor(serial) + (is1904 ? 1462 : 0)
  if (wholeDays < 1 || wholeDays > 2_958_465 || wholeDays === 60) return null
  return addDays('1899-12-31', wholeDays > 60 ? wholeDays - 1 : wholeDays)
}

/**
 * The time of day `HH:MM:SS` in an Excel serial's fraction, to the nearest second; null when it has
 * none.
 */
export function parseExcelTime(serial: number): string | null {
  const seconds = Math.round((serial - Math.floor(serial)) * 86_400)
  if (seconds === 0 || seconds === 86_400) return null
  return new Date(seconds * 1000).toISOString().slice(11, 19)
}
