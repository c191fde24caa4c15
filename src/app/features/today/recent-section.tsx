import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { recentRecords, type RecentRecord } from '#app/records/detail/recent-records.ts'
import { captionOfRow, recordBook } from '#app/records/record-book.ts'
import { recordLead } from './list-lead.ts'
import { TodaySection } from './today-section.tsx'

interface Recent extends RecentRecord {
  readonly caption: string
}

/** What this person opened last on this device; nothing at all before the first one. */
export function RecentSection() {
  const recent = useRecent()
  if (recent.length === 0) return null
  return (
    <TodaySection title="최근에 연 기록">
      <ul className="border-t">
        {recent.map(({ collection, id, caption }) => {
          const { to, search = {} } = recordLead(collection, id)
          return (
            <li key={id} className="border-b last:border-b-0">
              <Link
                to={to}
                search={search}
                className="flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-paper-sunk"
              >
                <span className="min-w-0 flex-1 truncate">{caption}</span>
                <span className="shrink-0 text-label text-ink-3">{recordBook(collection).description.label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </TodaySection>
  )
}

/** Those of them that are still there, by how people speak of them when the page opens. */
function useRecent(): readonly Recent[] {
  const copy = useOfflineCopy()
  const [recent, setRecent] = useState<readonly Recent[]>([])
  useEffect(() => {
    let isGone = false
    async function read() {
      const opened = recentRecords(copy.userId)
      const rows = await Promise.all(opened.map(({ collection, id }) => copy.getRow(collection, id)))
      if (!isGone) setRecent(opened.flatMap((one, at) => captioned(one, rows[at])))
    }
    void read()
    return () => {
      isGone = true
    }
  }, [copy])
  return recent
}

function captioned(opened: RecentRecord, row: SourceRow | null | undefined): Recent[] {
  if (!row || row.state === 'deleted') return []
  return [{ ...opened, caption: captionOfRow(recordBook(opened.collection), row) }]
}
