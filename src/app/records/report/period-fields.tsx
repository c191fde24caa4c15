import type { Book } from '#contract/books/field.ts'
import { caseDateFields } from '#contract/records/list-question.ts'
import { rangeFault } from '#domain/dates/reversed-range.ts'
import { dayChoices } from '#app/records/screen/record-filters.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import type { ReportSearch } from './report-search.ts'

export type Period = Pick<ReportSearch, 'date_field' | 'start' | 'end'>

interface PeriodFieldsProps {
  book: Book
  period: Period
  onPeriod(change: Partial<Period>): void
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
        error={rangeFault({ from: start, to: end }) ?? undefined}
        onValue={(value) => onPeriod({ end: value })}
      />
    </>
  )
}
