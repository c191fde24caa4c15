import { addDays } from '#domain/dates/office-date.ts'

/** The nearest weekday: Saturday becomes Friday, Sunday becomes Monday. Ignores holidays. */
export function toWorkingDay(day: string): string {
  return addDays(day, [1, 0, 0, 0, 0, 0, -1][weekday(day)] ?? 0)
}

/** Adds weekdays to a day that is a weekday itself. Ignores holidays. */
export function addWorkingDays(from: string, days: number): string {
  const fromMonday = weekday(from) - 1
  const weeks = Math.floor((fromMonday + days) / 5)
  return addDays(from, days + weeks * 2)
}

/** The last day of the month. */
export function monthEnd(day: string): string {
  const [year, month] = day.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, month ?? 1, 0)).toISOString().slice(0, 10)
}

/** Rounds a public charge down to ten won (10원 절사). */
export function floorToTens(won: number): number {
  return Math.floor(won / 10) * 10
}

/** 0 is Sunday. */
function weekday(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay()
}
