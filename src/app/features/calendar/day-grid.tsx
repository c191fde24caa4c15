import { Link } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { buildRecordLink } from '#app/records/url-state/record-links.ts'
import { chooseWeekdayClass, useDayKeys } from '#app/ui/calendar/calendar.tsx'
import { badgeTones } from '#app/ui/display/badge.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import { type CalendarEntry } from '#domain/calendar/calendar-entries.ts'
import { computeWeekday, findHolidayName, formatSpokenDay, moveDay, weekdayNames } from '#domain/dates/calendar.ts'

interface DayGridProps {
  weeks: readonly (readonly string[])[]
  /** The day that the keys move; its month is the one shown. */
  cursor: string
  today: string
  entriesByDay: ReadonlyMap<string, readonly CalendarEntry[]>
  /** Entries drawn in one cell; the others are counted. */
  maxPerDay: number
  onCursor(day: string): void
  onOpen(day: string): void
  onMove(entry: CalendarEntry, day: string): void
}

/**
 * Weeks from Sunday to Saturday as a grid of the WAI-ARIA APG: the day under the cursor is the only
 * tab stop, Enter opens it. A mouse drags entries to other days; for keys and fingers the opened
 * day has a field for each.
 */
export function DayGrid(props: DayGridProps) {
  const { weeks, cursor, onCursor } = props
  const { grid, onKeyDown } = useDayKeys((move) => onCursor(moveDay(cursor, move)))
  const [dragged, setDragged] = useState<CalendarEntry | null>(null)

  return (
    <table
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- grid pattern of the WAI-ARIA APG: a table with arrow-key navigation
      role="grid"
      ref={grid}
      aria-label="일정"
      onKeyDown={onKeyDown}
      className="h-full min-h-120 w-full table-fixed border-collapse border bg-paper-raised"
    >
      <thead>
        <tr className="h-7">
          {weekdayNames.map((name, weekday) => (
            <th
              key={name}
              scope="col"
              abbr={`${name}요일`}
              className={`border-b text-label font-medium ${chooseWeekdayClass(weekday)}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, index) => (
          // Keyed by position, so that the focused button stays the same element when the month
          // changes.
          <tr key={index} className="h-1/6">
            {week.map((day, weekday) => (
              <DayCell key={weekdayNames[weekday]} {...props} day={day} dragged={dragged} onDragged={setDragged} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface DayCellProps extends DayGridProps {
  day: string
  dragged: CalendarEntry | null
  onDragged(entry: CalendarEntry | null): void
}

function DayCell(props: DayCellProps) {
  const { day, cursor, today, entriesByDay, maxPerDay, onOpen, onMove, dragged, onDragged } = props
  const [isOver, setIsOver] = useState(false)
  const entries = entriesByDay.get(day) ?? []
  const shown = entries.length > maxPerDay ? entries.slice(0, maxPerDay - 1) : entries
  const holiday = findHolidayName(day)
  const isOutside = day.slice(0, 7) !== cursor.slice(0, 7)
  const tone = isOutside ? 'text-ink-3' : chooseWeekdayClass(holiday === null ? computeWeekday(day) : 0)

  function onDragOver(event: DragEvent) {
    if (!dragged) return
    event.preventDefault()
    setIsOver(true)
  }
  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    if (dragged) onMove(dragged, day)
    onDragged(null)
  }

  return (
    <td
      onDragOver={onDragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={`border p-1 align-top ${isOver ? 'bg-primary-wash' : isOutside ? 'bg-paper' : ''}`}
    >
      <button
        type="button"
        tabIndex={day === cursor ? 0 : -1}
        data-cursor={day === cursor || undefined}
        data-day={day}
        aria-current={day === today ? 'date' : undefined}
        onClick={() => onOpen(day)}
        className="mb-0.5 flex min-h-6 w-full items-baseline coarse:min-h-11 gap-x-1.5 rounded-control px-1 text-left hover:bg-paper-sunk"
      >
        <span className={`tabular ${tone} ${day === today ? 'rounded-control bg-primary px-1 text-primary-ink' : ''}`}>
          <span aria-hidden>{Number(day.slice(8))}</span>
          <span className="sr-only">{`${formatSpokenDay(day)}, ${formatNumber(entries.length)}건`}</span>
        </span>
        {holiday === null ? null : <span className="truncate text-label text-danger">{holiday}</span>}
      </button>
      <ul>
        {shown.map((entry) => (
          <li key={`${entry.kind.key} ${entry.row.id}`}>
            <EntryMark entry={entry} onDragged={onDragged} />
          </li>
        ))}
      </ul>
      {entries.length > shown.length ? (
        <button
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(day)}
          className="w-full rounded-control px-1 text-left text-label text-ink-2 hover:bg-paper-sunk coarse:py-1.5"
        >
          {`외 ${formatNumber(entries.length - shown.length)}건`}
        </button>
      ) : null}
    </td>
  )
}

/** An entry in its cell; a mouse opens its record or drags it. */
function EntryMark({ entry, onDragged }: { entry: CalendarEntry; onDragged(entry: CalendarEntry | null): void }) {
  const { kind, row, title, notes, isOpen, fixedReason } = entry
  const { to, search = {} } = buildRecordLink(kind.collection, row.id)
  return (
    <Link
      to={to}
      search={search}
      tabIndex={-1}
      draggable={fixedReason === null}
      title={[`${kind.label}: ${title}`, ...notes, ...(fixedReason === null ? [] : [fixedReason])].join('\n')}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDragged(entry)
      }}
      onDragEnd={() => onDragged(null)}
      className={`mb-0.5 block truncate rounded-control px-1 text-label hover:underline coarse:py-1.5 ${isOpen ? badgeTones[kind.tone] : 'text-ink-3'}`}
    >
      <span className="sr-only">{`${kind.label} `}</span>
      {title}
      {notes[0] === undefined ? '' : ` ${notes[0]}`}
    </Link>
  )
}
