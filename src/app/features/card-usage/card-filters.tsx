import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { findRangeError } from '#domain/dates/office-date.ts'
import { type CardSearch, listYearChoices } from './card-search.ts'

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

/** First and last day, applied with 검색. */
export function PeriodFilter({ search, change }: CardFiltersProps) {
  const [start, setStart] = useState(search.start)
  const [end, setEnd] = useState(search.end)
  const isComplete = start !== '' && end !== ''
  const rangeError = findRangeError({ from: start, to: end })
  return (
    <search aria-label="기간 조회">
      <form
        className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 sm:flex"
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete && rangeError === null) change({ start, end })
        }}
      >
        <div className="sm:w-36 sm:coarse:w-40">
          <DateField label="시작일" value={start} otherEnd={end} onValue={setStart} />
        </div>
        <div className="sm:w-36 sm:coarse:w-40">
          <DateField label="종료일" value={end} otherEnd={start} onValue={setEnd} error={rangeError ?? undefined} />
        </div>
        <Button
          type="submit"
          icon={<Search size={16} strokeWidth={1.5} />}
          className="mt-[22px]"
          disabledReason={isComplete ? undefined : '시작일과 종료일을 모두 입력해 주세요.'}
        >
          검색
        </Button>
      </form>
    </search>
  )
}
