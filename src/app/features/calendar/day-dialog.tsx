import { Link } from '@tanstack/react-router'
import { buildListLink } from '#app/records/url-state/record-links.ts'
import { Dialog } from '#app/ui/overlays/dialog.tsx'
import { formatNumber } from '#contract/text/format-number.ts'
import {
  type CalendarEntry,
  type CalendarFilters,
  calendarKinds,
  listKindFilters,
} from '#domain/calendar/calendar-entries.ts'
import { findHolidayName, formatSpokenDay } from '#domain/dates/calendar.ts'
import { EntryLine } from './entry-line.tsx'

interface DayDialogProps {
  /** `YYYY-MM-DD`. */
  day: string
  entries: readonly CalendarEntry[]
  filters: CalendarFilters
  onMove(entry: CalendarEntry, day: string): void
  onClose(): void
}

/** Everything on one day, with a field to move each entry and links to the same lists. */
export function DayDialog({ day, entries, filters, onMove, onClose }: DayDialogProps) {
  const shownKinds = calendarKinds.filter((kind) => entries.some((entry) => entry.kind === kind))
  return (
    <Dialog open onClose={onClose} title={formatSpokenDay(day)} width="wide" description={findHolidayName(day)}>
      {entries.length === 0 ? <p className="py-3 text-ink-2">이날에는 일정이 없습니다.</p> : null}
      <ul>
        {entries.map((entry) => (
          <EntryLine key={`${entry.kind.key} ${entry.row.id}`} entry={entry} onMove={(next) => onMove(entry, next)} />
        ))}
      </ul>
      {shownKinds.length > 0 ? (
        <nav aria-label="목록에서 보기" className="flex flex-wrap gap-x-4 gap-y-1 pt-3 text-label">
          {shownKinds.map((kind) => {
            const kindFilters = listKindFilters(kind, { first: day, last: day }, filters) ?? []
            const { to, search = {} } = buildListLink(kind.collection, { filters: kindFilters, sort: kind.day })
            const count = entries.filter((entry) => entry.kind === kind).length
            return (
              <Link
                key={kind.key}
                to={to}
                search={search}
                className="text-primary underline underline-offset-4 coarse:py-3"
              >
                {`${kind.label} ${formatNumber(count)}건 목록에서 보기`}
              </Link>
            )
          })}
        </nav>
      ) : null}
    </Dialog>
  )
}
