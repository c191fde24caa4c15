import { ChevronLeft, ChevronRight, ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { TextField } from '#app/ui/fields/text-field.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import { type CalendarKind, calendarViews } from '#domain/calendar/calendar-entries.ts'
import { formatMonthTitle, moveDay } from '#domain/dates/calendar.ts'
import type { CalendarSearch } from './calendar-search.ts'

interface CalendarToolbarProps {
  search: CalendarSearch
  /** The chosen day. */
  day: string
  today: string
  /** The kinds whose books are on this device. */
  kinds: readonly CalendarKind[]
  /** A phone has the list alone. */
  isPhone: boolean
  onChange(patch: Partial<CalendarSearch>, source?: 'typed'): void
  /** Buttons at the end. */
  children: ReactNode
}

const viewLabels = { month: '월', week: '주', list: '목록' } as const
const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Month, steps, views and filters of the calendar. */
export function CalendarToolbar({ search, day, today, kinds, isPhone, onChange, children }: CalendarToolbarProps) {
  const isWeek = search.view === 'week' && !isPhone
  const step = (by: 1 | -1) => moveDay(day, isWeek ? { by: by * 7, unit: 'day' } : { by, unit: 'month' })
  const unit = isWeek ? '주' : '달'
  const activeCount = [search.hidden.length > 0, search.business_section !== '', search.business_manager !== ''].filter(
    Boolean,
  ).length
  return (
    <header className="flex flex-wrap items-center gap-2">
      <h1 className="sr-only">달력</h1>
      <div className="flex items-center">
        <IconButton
          label={`이전 ${unit}`}
          icon={<ChevronLeft {...icon} />}
          onClick={() => onChange({ day: step(-1) })}
        />
        <p aria-live="polite" className="tabular min-w-28 text-center text-lead font-semibold">
          {formatMonthTitle(day)}
        </p>
        <IconButton
          label={`다음 ${unit}`}
          icon={<ChevronRight {...icon} />}
          onClick={() => onChange({ day: step(1) })}
        />
      </div>
      <Button disabled={day === today} onClick={() => onChange({ day: '' })}>
        오늘
      </Button>
      {isPhone ? null : (
        <div role="group" aria-label="보기" className="flex">
          {calendarViews.map((view) => (
            <Button
              key={view}
              tone={view === search.view ? 'primary' : 'transparent'}
              aria-pressed={view === search.view}
              onClick={() => onChange({ view })}
            >
              {viewLabels[view]}
            </Button>
          ))}
        </div>
      )}
      <Popover
        title="보이는 일정"
        trigger={
          <Button icon={<ListFilter size={16} strokeWidth={1.5} aria-hidden />}>
            {activeCount > 0 ? `필터 ${activeCount}` : '필터'}
          </Button>
        }
      >
        <fieldset className="flex flex-col">
          <legend className="sr-only">일정 종류</legend>
          {kinds.map(({ key, label, tone }) => (
            <label key={key} className="flex min-h-8 items-center gap-2 coarse:min-h-11">
              <input
                type="checkbox"
                checked={!search.hidden.includes(key)}
                onChange={({ target }) =>
                  onChange({
                    hidden: target.checked ? search.hidden.filter((other) => other !== key) : [...search.hidden, key],
                  })
                }
                className="size-4 shrink-0 accent-primary"
              />
              <Badge tone={tone}>{label}</Badge>
            </label>
          ))}
        </fieldset>
        <TextField
          label="사업구간"
          value={search.business_section}
          onValue={(text) => onChange({ business_section: text }, 'typed')}
        />
        <TextField
          label="담당자"
          value={search.business_manager}
          onValue={(text) => onChange({ business_manager: text }, 'typed')}
        />
      </Popover>
      <div className="ml-auto flex items-center gap-2">{children}</div>
    </header>
  )
}
