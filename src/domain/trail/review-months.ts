import { addDays, daysOfMonth, officeDay } from '#domain/dates/office-date.ts'

/** First and last day of `YYYY-MM`. */
export function daysOfReview(month: string): { first: string; last: string } {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return daysOfMonth(year, number)
}

/** So many finished months are asked about: what is older is no longer kept for sure. */
const maxMonths = 24

/** The months of the office that are over, the newest first, from the one in which the trail begins; at most two years of them. */
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
