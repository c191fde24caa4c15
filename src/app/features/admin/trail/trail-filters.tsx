import { actChoices, trailActs } from '#contract/trail/trail-words.ts'
import { rangeFault } from '#domain/dates/reversed-range.ts'
import { daysOfPeriod, periodOf, type TrailPeriod, trailPeriods } from '#domain/trail/trail-periods.ts'
import { DateField } from '#app/ui/fields/date-field.tsx'
import { Select } from '#app/ui/fields/select.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import type { TrailSearch } from './trail-search.ts'

const all = { value: '', label: '전체' } as const
const acts = [all, ...actChoices] as const

const chosenDays = { value: 'days', label: '직접 선택' } as const
const periods = Object.entries(trailPeriods).map(([value, label]) => ({ value, label }))

interface TrailFiltersProps {
  search: TrailSearch
  onChange(patch: Partial<TrailSearch>): void
}

/** Filters of the trail: who, what, whose data, from where, when. */
export function TrailFilters({ search, onChange }: TrailFiltersProps) {
  const { name, act, subject, address } = search
  const halfWidth = 'max-sm:w-[calc(50%-0.25rem)]'
  return (
    <search aria-label="접속기록 필터" className="contents">
      <div className={`w-48 ${halfWidth}`}>
        <TextField
          label="검색"
          type="search"
          placeholder="대상, 업무, 행위, 주소"
          value={search.search}
          onValue={(text) => onChange({ search: text })}
        />
      </div>
      <div className={`w-32 ${halfWidth}`}>
        <TextField label="사용자" type="search" value={name} onValue={(text) => onChange({ name: text })} />
      </div>
      <div className={`w-36 ${halfWidth}`}>
        <Select label="행위" value={act} choices={acts} onValue={(value) => onChange({ act: value })} />
      </div>
      <div className={`w-32 ${halfWidth}`}>
        <TextField label="대상" type="search" value={subject} onValue={(text) => onChange({ subject: text })} />
      </div>
      <div className={`w-32 ${halfWidth}`}>
        <TextField label="접속 주소" type="search" value={address} onValue={(text) => onChange({ address: text })} />
      </div>
      <PeriodFilter halfWidth={halfWidth} search={search} onChange={onChange} />
      <label className="flex h-9 items-center gap-2 whitespace-nowrap coarse:h-11">
        <input
          type="checkbox"
          className="size-4 accent-primary coarse:size-5"
          checked={search.copies === 'shown'}
          onChange={(event) => onChange({ copies: event.target.checked ? 'shown' : '' })}
        />
        {trailActs.copy.label} 포함
      </label>
    </search>
  )
}

/** A period by name, or by its first and last day. */
function PeriodFilter({ halfWidth, search, onChange }: TrailFiltersProps & { halfWidth: string }) {
  const { start, end } = search
  const today = officeToday()
  const period = periodOf({ start, end }, today) ?? (start || end ? chosenDays.value : all.value)
  const choices = period === chosenDays.value ? [all, chosenDays, ...periods] : [all, ...periods]
  function choose(value: string) {
    if (value === all.value) return onChange({ start: '', end: '' })
    if (value in trailPeriods) onChange(daysOfPeriod(value as TrailPeriod, today))
  }
  return (
    <>
      <div className={`w-28 ${halfWidth}`}>
        <Select label="기간" value={period} choices={choices} onValue={choose} />
      </div>
      <div className={`w-36 coarse:w-40 ${halfWidth}`}>
        <DateField label="시작일" value={start} otherEnd={end} onValue={(day) => onChange({ start: day })} />
      </div>
      <div className={`w-36 coarse:w-40 ${halfWidth}`}>
        <DateField
          label="종료일"
          value={end}
          otherEnd={start}
          onValue={(day) => onChange({ end: day })}
          error={rangeFault({ from: start, to: end }) ?? undefined}
        />
      </div>
    </>
  )
}
