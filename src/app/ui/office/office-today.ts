import { toOfficeDay } from '#domain/dates/office-date.ts'

/**
 * The office's current day as `YYYY-MM-DD`. Call it on each use, because windows stay open past
 * midnight.
 */
export function getOfficeToday(): string {
  return toOfficeDay(Date.now())
}
