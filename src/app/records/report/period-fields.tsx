import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import { listDayChoices } from '#app/records/screen/record-filters.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import type { Book } from '#contract/books/field.ts'
import { caseDateFields } from '#contract/records/list-query.ts'
import { findRangeError, formatDay, getMonthBounds } from '#domain/dates/office-date.ts'
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

type Days = Pick<ReportPeriod, 'start' | 'end'>
type NamedDays = Days & { readonly label: string }

/** Ranges that reports and claims are usually made for. */
export function listQuickPeriods(today: string): readonly NamedDays[] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const [lastMonthYear, lastMonth] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const daysOfYear = (label: string, named: number) => ({ label, start: `${named}-01-01`, end: `${named}-12-31` })
  return [
    { label: '이번 달', ...monthDays(year, month) },
    { label: '지난달', ...monthDays(lastMonthYear, lastMonth) },
    daysOfYear('올해', year),
    daysOfYear('작년', year - 1),
  ]
}

function monthDays(year: number, month: number): Days {
  const { first, last } = getMonthBounds(year, month)
  return { start: first, end: last }
}

interface PeriodButtonsProps {
  period: Days
  periods: readonly NamedDays[]
  onPeriod(days: Days): void
}

/** One button for each range; the current one is pressed. */
export function PeriodButtons({ period, periods, onPeriod }: PeriodButtonsProps) {
  return (
    <div role="group" aria-label="빠른 기간" className="flex flex-wrap gap-1.5">
      {periods.map(({ label, ...days }) => (
        <Button
          key={label}
          size="sm"
          aria-pressed={isSamePeriod(days, period)}
          className="aria-pressed:border-primary aria-pressed:bg-primary-wash"
          onClick={() => onPeriod(days)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function isSamePeriod(a: Days, b: Days): boolean {
  return a.start === b.start && a.end === b.end
}

const noDays: Days = { start: '', end: '' }

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
        <Button tone="transparent" disabled={isSamePeriod(period, noDays)} onClick={() => onPeriod(noDays)}>
          기간 초기화
        </Button>
      </div>
      <PeriodButtons
        period={period}
        periods={listQuickPeriods(getOfficeToday())}
        onPeriod={(days) => onPeriod(isSamePeriod(days, period) ? noDays : days)}
      />
    </search>
  )
}

/** `등기접수일 2026.11.01 ~ 2026.11.30`; an open end stays open. */
export function formatReportPeriod(book: Book, { date_field: field, start, end }: ReportPeriod): string {
  const label = listDayChoices(book, caseDateFields).find(({ value }) => value === field)?.label ?? ''
  return start === '' && end === '' ? `기간 전체 (${label} 기준)` : `${label} ${formatDay(start)} ~ ${formatDay(end)}`
}
