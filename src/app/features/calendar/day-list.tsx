import { Button } from '#app/ui/buttons/button.tsx'
import { type CalendarEntry, type DaySpan } from '#domain/calendar/calendar-entries.ts'
import { findHolidayName, formatSpokenDay } from '#domain/dates/calendar.ts'
import { addDays } from '#domain/dates/office-date.ts'
import { EntryLine } from './entry-line.tsx'

interface DayListProps {
  span: DaySpan
  /** `YYYY-MM-DD`. */
  today: string
  entriesByDay: ReadonlyMap<string, readonly CalendarEntry[]>
  onOpen(day: string): void
}

/** The days of a month that have something on them, with their entries. */
export function DayList({ span, today, entriesByDay, onOpen }: DayListProps) {
  const days: string[] = []
  for (let day = span.first; day <= span.last; day = addDays(day, 1))
    if (entriesByDay.has(day) || findHolidayName(day) !== null) days.push(day)
  if (days.length === 0) return <p className="py-8 text-center text-ink-2">이 달에는 일정이 없습니다.</p>
  return (
    <div className="flex flex-col gap-4 pb-6">
      {days.map((day) => (
        <section key={day} aria-label={formatSpokenDay(day)}>
          <header className="flex flex-wrap items-baseline gap-x-3 border-b border-rule-strong">
            <h2 className={`font-semibold ${day === today ? 'text-primary' : ''}`}>
              {`${formatSpokenDay(day)}${day === today ? ' (오늘)' : ''}`}
            </h2>
            <span className="text-label text-danger">{findHolidayName(day)}</span>
            {entriesByDay.has(day) ? (
              <Button
                tone="transparent"
                size="sm"
                className="ml-auto"
                aria-label={`${formatSpokenDay(day)} 날짜 옮기기`}
                onClick={() => onOpen(day)}
              >
                날짜 옮기기
              </Button>
            ) : null}
          </header>
          <ul>
            {entriesByDay.get(day)?.map((entry) => (
              <EntryLine key={`${entry.kind.key} ${entry.row.id}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
