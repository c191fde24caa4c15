import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { listDayChoices } from '#app/records/screen/record-filters.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DayRangeFields } from '#app/ui/fields/day-range-fields.tsx'
import { PeriodButtons } from '#app/ui/fields/period-buttons.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import type { Book } from '#contract/books/field.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { isSameRange, openRange } from '#domain/dates/periods.ts'
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
        choices={listDayChoices(book, caseDateFields)}
        onValue={(field) => onPeriod({ date_field: field })}
      />
      <DayRangeFields days={{ start, end }} onDays={onPeriod} />
    </>
  )
}

/**
 * The range of a report. On a phone the fields fold behind a button with the range as text, and the
 * usual ranges stay in reach. Pressing the current range again clears it.
 */
export function ReportPeriodBar({ book, period, onPeriod }: PeriodFieldsProps) {
  const [isUnfolded, setUnfolded] = useState(false)
  const id = useId()
  return (
    <search aria-label="리포트 기간" className="flex min-w-0 flex-1 flex-col gap-2 max-sm:basis-full cramped:pt-2">
      <div className="hidden cramped:flex">
        <Button
          className="min-w-0"
          icon={<SlidersHorizontal size={16} strokeWidth={1.5} />}
          aria-expanded={isUnfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!isUnfolded)}
        >
          {formatReportPeriod(book, period)}
        </Button>
      </div>
      <div
        id={id}
        className={`grid max-w-3xl grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] items-end gap-2 ${isUnfolded ? '' : 'cramped:hidden'}`}
      >
        <PeriodFields book={book} period={period} onPeriod={onPeriod} />
        <Button tone="transparent" disabled={isSameRange(period, openRange)} onClick={() => onPeriod(openRange)}>
          기간 초기화
        </Button>
      </div>
      <PeriodButtons period={period} onPeriod={onPeriod} />
    </search>
  )
}

/** `등기접수일 2026.11.01 ~ 2026.11.30`; an open end stays open. */
export function formatReportPeriod(book: Book, { date_field: field, start, end }: ReportPeriod): string {
  const label = listDayChoices(book, caseDateFields).find(({ value }) => value === field)?.label ?? ''
  return start === '' && end === '' ? `기간 전체 (${label} 기준)` : `${label} ${formatDay(start)} ~ ${formatDay(end)}`
}
