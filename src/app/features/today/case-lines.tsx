import { InlineNames } from '#app/ui/display/short-name.tsx'
import { Link } from '@tanstack/react-router'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { daysUntilText } from '#domain/dates/days-until-text.ts'
import { daysBetween, formatDay } from '#domain/dates/office-date.ts'
import type { FirstRows } from '#app/records/copy/use-first-rows.ts'
import { recordBook } from '#app/records/record-book.ts'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { recordLead } from './list-lead.ts'
import { SectionLack, SectionWords } from './today-section.tsx'

/** Number of lines on the page; the list shows the rest. */
export const shownLines = 5

interface CaseLinesProps {
  collection: CollectionName
  rows: FirstRows
  /** Key of the date field to show. */
  day: string
  /** `YYYY-MM-DD`. */
  today: string
  /** Text for an empty list. */
  emptyText: string
}

/** Records with a date: when, whose, where. A line opens the record next to its list. */
export function CaseLines({ collection, rows, day, today, emptyText }: CaseLinesProps) {
  if (rows.status === 'never_fetched' || rows.status === 'error') return <SectionLack />
  if (rows.status === 'loading') return <LoadingLines />
  if (rows.total === 0) return <SectionWords>{emptyText}</SectionWords>
  return (
    <ul className="border-t">
      {rows.rows.map((row) => (
        <li key={row.id} className="border-b last:border-b-0">
          <CaseLine collection={collection} row={row} today={today} day={String(row.record[day] ?? '')} />
        </li>
      ))}
    </ul>
  )
}

function CaseLine({
  collection,
  row,
  day,
  today,
}: {
  collection: CollectionName
  row: SourceRow
  day: string
  today: string
}) {
  const { to, search = {} } = recordLead(collection, row.id)
  const [owner = '', ...where] = namesOf(collection, row)
  const days = daysBetween(today, day)
  return (
    <Link
      to={to}
      search={search}
      className="grid min-h-11 grid-cols-[5.5rem_5rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-1.5 hover:bg-paper-sunk max-sm:min-h-14 max-sm:grid-cols-[5rem_minmax(0,1fr)]"
    >
      <span className="tabular text-ink-2">{formatDay(day)}</span>
      <span className={`tabular font-semibold max-sm:justify-self-end ${days < 0 ? 'text-seal' : 'text-warn'}`}>
        {daysUntilText(days)}
      </span>
      <span className="flex min-w-0 items-baseline gap-x-3 max-sm:col-span-full">
        <span className="shrink-0 font-semibold">{owner}</span>
        <span className="flex min-w-0 text-ink-2">
          <InlineNames names={where} />
        </span>
      </span>
    </Link>
  )
}

/** A record's display names: its own and those of the records it refers to. */
function namesOf(collection: CollectionName, { record, joined }: SourceRow): string[] {
  const { description, rules } = recordBook(collection)
  return (rules.deadline?.names ?? []).flatMap((key) => {
    const field = description.fields.find((one) => one.key === key)
    const value = field?.refers ? joined[key]?.[field.refers.label] : record[key]
    return typeof value === 'string' && value !== '' ? [value] : []
  })
}

function LoadingLines() {
  return (
    <div aria-busy className="border-t">
      <p className="sr-only">데이터를 불러오는 중...</p>
      {Array.from({ length: shownLines }, (_, line) => (
        <div key={line} className="flex min-h-11 items-center border-b px-4 last:border-b-0 max-sm:min-h-14">
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  )
}
