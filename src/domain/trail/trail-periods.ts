import { addDays, daysOfMonth } from '#domain/dates/office-date.ts'

export const trailPeriods = {
  today: '오늘',
  week: '최근 7일',
  month: '이번 달',
  last_month: '지난달',
} as const
export type TrailPeriod = keyof typeof trailPeriods

/** First and last day of a period as of `today`. */
export function daysOfPeriod(period: TrailPeriod, today: string): { start: string; end: string } {
  if (period === 'today') return { start: today, end: today }
  if (period === 'week') return { start: addDays(today, -6), end: today }
  const day = period === 'month' ? today : addDays(`${today.slice(0, 7)}-01`, -1)
  const [year = 0, month = 1] = day.split('-').map(Number)
  const { first, last } = daysOfMonth(year, month)
  return { start: first, end: last }
}

/** The period with exactly these days; undefined when there is none. */
export function periodOf(days: { start: string; end: string }, today: string): TrailPeriod | undefined {
  const periods = Object.keys(trailPeriods) as TrailPeriod[]
  return periods.find((period) => {
    const { start, end } = daysOfPeriod(period, today)
    return start === days.start && end === days.end
  })
}
