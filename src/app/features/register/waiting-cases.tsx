import { Link } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Badge } from '#app/ui/display/badge.tsx'
import { getBook } from '#contract/books/collections.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { registeredBooks } from '#domain/register/register-entry.ts'

/** Cases made on this device that the server doesn't know yet, so that they have no number. */
export function WaitingCases() {
  const copy = useOfflineCopy()
  const entries = useSyncExternalStore(copy.outbox.subscribe, copy.outbox.getEntries)
  const waiting = entries.flatMap(({ kind, collection, recordId, caption }) => {
    const book = registeredBooks.find((name) => name === collection)
    return kind === 'create' && book ? [{ book, recordId, caption }] : []
  })
  if (waiting.length === 0) return null
  return (
    <section
      aria-label="번호를 기다리는 사건"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border bg-paper-raised px-3 py-2"
    >
      <Badge tone="info">{`번호 대기 ${formatNumber(waiting.length)}건`}</Badge>
      <span className="text-ink-2">서버에 저장되면 번호를 받습니다.</span>
      <ul className="flex flex-wrap gap-x-3">
        {waiting.slice(0, maxLinks).map(({ book, recordId, caption }) => (
          <li key={recordId}>
            <Link
              to={getBook(book).screen.path}
              search={{ ...getBook(book).screen.search, open: recordId }}
              className="underline underline-offset-4 coarse:py-3"
            >
              {caption || getBook(book).label}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** More would push the table off the screen; 보낼 작업 lists all. */
const maxLinks = 5
