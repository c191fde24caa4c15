import type { KeyboardEvent, Ref } from 'react'
import {
  isWithin,
  monthWeeks,
  spokenDay,
  weekdayNames,
  weekdayOf,
  type DayLimits,
} from '#domain/dates/calendar-month.ts'
import { holidayName } from '#domain/dates/public-holidays.ts'

export interface MonthGridProps {
  titleId: string
  ref: Ref<HTMLTableElement>
  /** The focused day; its month is shown. */
  cursor: string
  value: string
  today: string
  limits: DayLimits
  otherEnd: string
  onDay(day: string): void
  onKeyDown(event: KeyboardEvent): void
}

/**
 * Six weeks starting on Sunday, as in Korean calendars. Sundays and holidays are red, Saturdays
 * blue.
 */
export function MonthGrid({ titleId, ref, onKeyDown, ...month }: MonthGridProps) {
  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- date picker pattern of the WAI-ARIA APG: a table with arrow-key navigation
      role="grid"
      ref={ref}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      className="border-separate border-spacing-0 lying:col-start-2 lying:row-span-3 lying:row-start-1"
    >
      <thead>
        <tr>
          {weekdayNames.map((name, weekday) => (
            <th key={name} scope="col" abbr={`${name}요일`} className={`h-6 text-label font-medium ${toneOf(weekday)}`}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {monthWeeks(month.cursor).map((week, at) => (
          // Keyed by position, not by day, so the focused button stays the same element when the
          // month changes.
          <tr key={at}>
            {week.map((day, weekday) => (
              <DayCell key={weekdayNames[weekday]} {...month} day={day} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({
  day,
  cursor,
  value,
  today,
  limits,
  otherEnd,
  onDay,
}: Omit<MonthGridProps, 'titleId' | 'ref' | 'onKeyDown'> & { day: string }) {
  const isChosen = day === value
  const isOpen = isWithin(day, limits)
  const holiday = holidayName(day)
  const isOutside = day.slice(0, 7) !== cursor.slice(0, 7)
  const tone = isOutside ? 'text-ink-3' : toneOf(holiday === null ? weekdayOf(day) : 0)
  const look = isChosen ? 'bg-primary font-semibold text-primary-ink' : `${tone} hover:bg-paper-sunk`
  const isEnd = day === otherEnd
  return (
    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button inside names the day, deeper than the rule looks
    <td
      aria-selected={isChosen}
      data-between={isBetween(day, otherEnd, cursor) || undefined}
      className="p-0 data-between:bg-primary-wash"
    >
      <button
        type="button"
        tabIndex={day === cursor ? 0 : -1}
        data-cursor={day === cursor || undefined}
        data-day={day}
        aria-current={day === today ? 'date' : undefined}
        aria-disabled={!isOpen || undefined}
        title={holiday ?? undefined}
        onClick={() => isOpen && onDay(day)}
        className={`tabular flex size-8 items-center justify-center rounded-control text-body coarse:h-11 coarse:w-[min(44px,calc((100vw-24px)/7))] aria-disabled:cursor-not-allowed aria-disabled:opacity-40 ${look} ${day === today ? 'forced-ring-thin ring-1 ring-primary ring-inset' : ''} ${isEnd && !isChosen ? 'font-semibold underline underline-offset-4' : ''}`}
      >
        <span aria-hidden>{Number(day.slice(8))}</span>
        <span className="sr-only">{spokenDay(day)}</span>
      </button>
    </td>
  )
}

function isBetween(day: string, one: string, other: string): boolean {
  return one !== '' && (one <= other ? one <= day && day <= other : other <= day && day <= one)
}

function toneOf(weekday: number): string {
  if (weekday === 0) return 'text-seal'
  return weekday === 6 ? 'text-info' : 'text-ink'
}
