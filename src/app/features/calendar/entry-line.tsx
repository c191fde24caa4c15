import { Link } from '@tanstack/react-router'
import { buildRecordLink } from '#app/records/url-state/record-links.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { InlineNames } from '#app/ui/display/short-name.tsx'
import { DateField } from '#app/ui/fields/date-field.tsx'
import type { CalendarEntry } from '#domain/calendar/calendar-entries.ts'

interface EntryLineProps {
  entry: CalendarEntry
  /** Called with another day for the entry; absent where days are only read. */
  onMove?: (day: string) => void
}

/** One entry of a day: its kind, a link to its record, and the field that moves it. */
export function EntryLine({ entry, onMove }: EntryLineProps) {
  const { kind, row, title, notes, isOpen, fixedReason, day } = entry
  const { to, search = {} } = buildRecordLink(kind.collection, row.id)
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b py-1 last:border-b-0">
      <span className="w-24 shrink-0">
        <Badge tone={isOpen ? kind.tone : 'plain'}>{kind.label}</Badge>
      </span>
      <Link
        to={to}
        search={search}
        className="flex min-w-0 flex-1 items-baseline gap-x-3 underline-offset-4 hover:underline coarse:py-3"
      >
        <span className={`shrink-0 ${isOpen ? 'font-semibold' : 'text-ink-3'}`}>{title}</span>
        <span className="flex min-w-0 text-ink-2">
          <InlineNames names={notes} />
        </span>
      </Link>
      {onMove && fixedReason === null ? (
        <span className="w-36 shrink-0">
          <DateField label={`${title} ${kind.label}`} isLabelHidden isRequired value={day} onValue={onMove} />
        </span>
      ) : null}
    </li>
  )
}
