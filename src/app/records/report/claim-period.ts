import { daysOfMonth } from '#domain/dates/office-date.ts'
import type { Period } from './period-fields.tsx'

/** Common ranges of a claim. */
export function claimMonths(today: string): readonly ({ readonly label: string } & Pick<Period, 'start' | 'end'>)[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const of = (label: string, at: [year: number, month: number]) => {
    const { first: start, last: end } = daysOfMonth(...at)
    return { label, start, end }
  }
  return [
    of('지난달', month === 1 ? [year - 1, 12] : [year, month - 1]),
    of('이번 달', [year, month]),
    { label: '전체', start: '', end: '' },
  ]
}

/** Initial range of a claim: that of the report, otherwise the previous month. */
export function firstClaimPeriod({ date_field, start, end }: Period, today: string): Period {
  const [last] = claimMonths(today)
  return start + end === '' && last ? { date_field, start: last.start, end: last.end } : { date_field, start, end }
}
