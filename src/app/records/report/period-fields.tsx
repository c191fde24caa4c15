import type { Book } from '#contract/books/field.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { findRangeError, getMonthBounds } from '#domain/dates/office-date.ts'
import { dayChoices } from '#app/records/screen/record-filters.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import type { ReportSearch } from './report-search.ts'

export type ReportPeriod = Pick<ReportSearch, 'date_field' | 'start' | 'end'>

interface PeriodFieldsProps {
  book: Book
  period: ReportPeriod
  onPeriod(change: Partial<ReportPeriod>): void
}

/** Chooses the day field and the range. */
export function PeriodFields({ book, period: { date_field, start, end }, onPeriod }: PeriodFieldsProps) {
  return (
    <>
      <Select
        label="일자 기준"
        value={date_field}
        choices={dayChoices(book, caseDateFields)}
        onValue={(field) => onPeriod({ date_field: field })}
      />
      <DateField label="시작일" value={start} otherEnd={end} onValue={(value) => onPeriod({ start: value })} />
      <DateField
        label="종료일"
        value={end}
        otherEnd={start}
        error={findRangeError({ from: start, to: end }) ?? undefined}
        onValue={(value) => onPeriod({ end: value })}
      />
    </>
  )
}

/** Common ranges of a claim. */
export function claimMonths(
  today: string,
): readonly ({ readonly label: string } & Pick<ReportPeriod, 'start' | 'end'>)[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const of = (label: string, at: [year: number, month: number]) => {
    const { first: start, last: end } = getMonthBounds(...at)
    return { label, start, end }
  }
  return [
    of('지난달', month === 1 ? [year - 1, 12] : [year, month - 1]),
    of('이번 달', [year, month]),
    { label: '전체', start: '', end: '' },
  ]
}

/** Initial range of a claim: that of the report, otherwise the previous month. */
export function firstClaimPeriod({ date_field, start, end }: ReportPeriod, today: string): ReportPeriod {
  const [last] = claimMonths(today)
  return start + end === '' && last ? { date_field, start: last.start, end: last.end } : { date_field, start, end }
}
