import { isDate } from '#contract/is-date.ts'

/** The office's day in Asia/Seoul as `YYYY-MM-DD`. Korea has no daylight saving since 1988, so a fixed +9 h is exact for every day the office sees. */
export function officeDay(nowMs: number): string {
  return new Date(nowMs + 9 * 3_600_000).toISOString().slice(0, 10)
}

/** An instant as the office's clock showed it: `2026-11-20 09:05`. */
export function formatOfficeClock(instant: string): string {
  return new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** An instant from what `formatOfficeClock` shows, seconds allowed; empty is null. */
export function parseClockEntry(text: string): DateEntry {
  const entry = text.normalize('NFKC').trim()
  if (entry === '') return { ok: true, value: null }
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})[ T]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?)$/.exec(entry) ?? []
  return isDate(day) ? { ok: true, value: `${day}T${time.padEnd(8, ':00')}+09:00` } : { ok: false }
}

/** No record of the office is older: a range without a beginning has to begin somewhere to be read. */
export const firstDay = '1900-01-01'

/** The day `days` after `day`. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** First and last day of a month 1…12, or of the whole year for month 0. */
export function daysOfMonth(year: number, month: number): { first: string; last: string } {
  if (month === 0) return { first: `${year}-01-01`, last: `${year}-12-31` }
  const first = `${year}-${String(month).padStart(2, '0')}-01`
  const next = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return { first, last: addDays(next, -1) }
}

/** Whole days from `from` to `to`, negative when `to` lies before. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

export type DateEntry = { ok: true; value: string | null } | { ok: false }

/**
 * A day from what a person typed: 2026-11-20, 2026.11.20, 2026/11/20, 2026년 11월 20일, 20261120, 261120, 26.11.20, 11/20 (this year), 오늘, 어제, 내일;
 * empty is null. `today` decides the year and 오늘. The resolved day is stored, never the word.
 */
export function parseDateEntry(text: string, today: string): DateEntry {
  const entry = text.normalize('NFKC').trim()
  if (entry === '') return { ok: true, value: null }
  const offset = dayWords[entry]
  if (offset !== undefined) return { ok: true, value: addDays(today, offset) }
  const value = dayFromDigits(entry, today)
  return value !== null && isDate(value) ? { ok: true, value } : { ok: false }
}

const dayWords: Readonly<Record<string, number>> = { 오늘: 0, 어제: -1, 내일: 1, 그제: -2, 모레: 2 }

function dayFromDigits(entry: string, today: string): string | null {
  const packed = /^(\d{2}|\d{4})(\d{2})(\d{2})$/.exec(entry)
  if (packed) return joinDay(packed[1], packed[2], packed[3])
  const parts = entry
    .replace(/[년월]/g, '-')
    .replace(/일$/, '')
    .split(/[-./\s]+/)
    .filter((part) => part !== '')
  if (!parts.every((part) => /^\d+$/.test(part))) return null
  if (parts.length === 3) return joinDay(parts[0], parts[1], parts[2])
  if (parts.length === 2) return joinDay(today.slice(0, 4), parts[0], parts[1])
  return null
}

/** Two-digit years up to 69 belong to this century, as in Excel's Korean setting they would up to 29: the office files no cases of the 1960s. */
function joinDay(year = '', month = '', day = ''): string | null {
  if (year.length !== 4 && year.length !== 2) return null
  const fullYear = year.length === 4 ? year : `${Number(year) <= 69 ? '20' : '19'}${year}`
  return `${fullYear}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

/** `2026.11.20`, as lists show days; empty stays empty. */
export function formatDay(day: string | null): string {
  return day === null ? '' : day.replaceAll('-', '.')
}

/** `2026. 11. 20.`, as letters and posts write days. */
export function writtenDay(day: string): string {
  return day
    .split('-')
    .map((part) => `${Number(part)}.`)
    .join(' ')
}
