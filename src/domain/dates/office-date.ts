/**
 * The office's day in Asia/Seoul as `YYYY-MM-DD`. Korea has had no daylight saving since 1988, so a
 * fixed +9 h is exact for every relevant day.
 */
export function officeDay(nowMs: number): string {
  return new Date(nowMs + 9 * 3_600_000).toISOString().slice(0, 10)
}

/** An instant in office time: `2026-11-20 09:05`. */
export function formatOfficeClock(instant: string): string {
  return new Date(Date.parse(instant) + 9 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ')
}

/** Start of ranges without a beginning; no record of the office is older. */
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

/** Whole days from `from` to `to`, negative when `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000)
}

/** `2026.11.20`, as in lists; null gives an empty text. */
export function formatDay(day: string | null): string {
  return day === null ? '' : day.replaceAll('-', '.')
}

/** `2026. 11. 20.`, as in letters. */
export function writtenDay(day: string): string {
  return day
    .split('-')
    .map((part) => `${Number(part)}.`)
    .join(' ')
}
