import { ShortName } from '#app/ui/display/short-name.tsx'
import { Link } from '@tanstack/react-router'
import { useRecentRows } from '#app/records/detail/use-recent-rows.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { recordLead } from './list-lead.ts'
import { TodaySection } from './today-section.tsx'

/** What this person opened last on this device; nothing at all before the first one. */
export function RecentSection() {
  const recent = useRecentRows()
  if (recent.length === 0) return null
  return (
    <TodaySection title="최근에 연 기록">
      <ul className="border-t">
        {recent.map(({ collection, row }) => {
          const { to, search = {} } = recordLead(collection, row.id)
          const book = recordBook(collection)
          return (
            <li key={row.id} className="border-b last:border-b-0">
              <Link
                to={to}
                search={search}
                className="flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-paper-sunk"
              >
                <span className="min-w-0 flex-1">
                  <ShortName text={captionOfRow(book, row)} />
                </span>
                <span className="shrink-0 text-label text-ink-3">{book.description.label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </TodaySection>
  )
}
