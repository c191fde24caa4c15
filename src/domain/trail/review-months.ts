import { addDays, daysOfMonth, officeDay } from '#domain/dates/office-date.ts'

/** First and last day of `YYYY-MM`. */
export function daysOfReview(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return daysOfMonth(year, number)
}

/** Maximum number of finished months; older rows may no longer be stored. */
const maxMonths = 24

/**
 * Finished months of the office, newest first, from the month in which the trail begins; at most
 * two years.
 */
export function finishedMonths(firstRowMs: number, nowMs: number): string[] {
  const begin = officeDay(firstRowMs).slice(0, 7)
  const months: string[] = []
  let month = monthBefore(officeDay(nowMs).slice(0, 7))
  while (month >= begin && months.length < maxMonths) {
    months.push(month)
    month = monthBefore(month)
  }
  return months
}

function monthBefore(month: string): string {
  return addDays(`${month}-01`, -1).slice(0, 7)
}
