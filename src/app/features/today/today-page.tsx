import { useEffect, type ReactNode } from 'react'
import { collectionNames, type CollectionName } from '#contract/books/collections.ts'
import { bookRules } from '#domain/books/books.ts'
import { formatDay } from '#domain/office-date.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'
import { UnheldNote } from '#app/records/held/unheld-note.tsx'
import { useHeldCollections } from '#app/records/held/use-held.ts'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useSession } from '#app/session/session-store.ts'
import { ClaimsSection } from './claims-section.tsx'
import { DueSection } from './due-section.tsx'
import { LongOpenSection } from './long-open-section.tsx'
import { RecentSection } from './recent-section.tsx'
import { WaitingSection } from './waiting-section.tsx'

/** 오늘: what is due, what waits for this person, what is owed to the office. `above`: another feature's, which a new office needs first. */
export function TodayPage({ above }: { above?: ReactNode }) {
  const { user } = useSession()
  const today = officeToday()
  const { seen } = useOfflineCopy()
  const held = useHeldCollections()
  const isHeld = (collection: CollectionName) => held.has(collection)
  // Its sections name whose cases are due; what is opened from them is a view of its own.
  useEffect(() => seen.note({ act: 'list', about: { place: 'today' } }), [seen])
  return (
    <PageLayout>
      <header className="flex flex-wrap items-baseline gap-x-3 pt-2">
        <h1 className="text-title font-semibold">오늘</h1>
        <p className="tabular text-ink-2">{`${formatDay(today)} ${weekdayOf(today)}`}</p>
      </header>
      {above}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <WaitingSection isSuperuser={user?.is_superuser === true} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {booksWithDeadline.filter(isHeld).map((collection) => (
            <DueSection key={collection} collection={collection} today={today} />
          ))}
          <LongOpenSection today={today} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2">
          {isHeld('deposit-cases') ? <ClaimsSection today={today} /> : null}
          <RecentSection />
        </div>
      </div>
      <UnheldNote />
    </PageLayout>
  )
}

const booksWithDeadline = collectionNames.filter((name) => bookRules[name].deadline !== undefined)

function weekdayOf(day: string): string {
  return new Intl.DateTimeFormat('ko-KR', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}
