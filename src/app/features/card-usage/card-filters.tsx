import { Button } from '#app/ui/buttons/button.tsx'
import { DayRangeFields } from '#app/ui/fields/day-range-fields.tsx'
import { PeriodButtons } from '#app/ui/fields/period-buttons.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { listQuickPeriods, openRange } from '#domain/dates/periods.ts'
import { allTime, type CardSearch, listYearChoices } from './card-search.ts'

interface CardFiltersProps {
  search: CardSearch
  change(patch: Partial<CardSearch>): void
}

/** Year and month; applied at once. */
export function MonthFilter({ search, change }: CardFiltersProps) {
  const years = listYearChoices(getOfficeToday(), search.year).map((year) => ({
    value: String(year),
    label: `${year}년`,
  }))
  return (
    <search aria-label="연월 조회" className="grid grid-cols-2 gap-2 sm:w-72 tablet:[&_label]:sr-only">
      <Select
        label="연도"
        value={String(search.year)}
        choices={years}
        onValue={(year) => change({ year: Number(year) })}
      />
      <Select
        label="월"
        value={String(search.month)}
        choices={months}
        onValue={(month) => change({ month: Number(month) })}
      />
    </search>
  )
}

const months = [
  { value: '0', label: '전체' },
  ...Array.from({ length: 12 }, (_, index) => ({ value: String(index + 1), label: `${index + 1}월` })),
]

/** First and last day, applied at once; either may stay open. */
export function PeriodFilter({ search, change }: CardFiltersProps) {
  const days = { start: search.start, end: search.end }
  return (
    <search aria-label="기간 조회" className="flex flex-col gap-2">
      <div className="grid grid-cols-2 items-start gap-2 sm:flex">
        <DayRangeFields className="sm:w-36 sm:coarse:w-40" days={days} onDays={change} />
      </div>
      <PeriodButtons period={days} periods={listPeriods(getOfficeToday())} onPeriod={change} />
    </search>
  )
}

const listPeriods = (today: string) => [...listQuickPeriods(today), { label: '전체', ...openRange }]

interface WiderSearchProps {
  /** Number of uses that the search and the filters find in all time. */
  count: number
  change(patch: Partial<CardSearch>): void
}

/** Offers the uses that the search finds outside the chosen time. */
export function WiderSearch({ count, change }: WiderSearchProps) {
  return (
    <Button size="sm" className="self-start" onClick={() => change(allTime)}>
      {formatWiderSearch(count)}
    </Button>
  )
}

export function formatWiderSearch(count: number): string {
  return `모든 기간에서 찾기 (${formatNumber(count)}건)`
}
