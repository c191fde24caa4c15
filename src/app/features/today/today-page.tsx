import { Link } from '@tanstack/react-router'
import { josa } from 'es-hangul'
import { type ReactNode, useEffect } from 'react'
import { useRecentRows } from '#app/records/detail/recent-records.ts'
import { useFigure } from '#app/records/offline-copy/use-figure.ts'
import { type FirstRows, useFirstRows } from '#app/records/offline-copy/use-first-rows.ts'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { getRecordBook, getRowCaption } from '#app/records/record-book.ts'
import { useSyncedAreas, useSyncedCollections } from '#app/records/synced-books/use-synced-books.ts'
import { buildListLink, buildRecordLink } from '#app/records/url-state/record-links.ts'
import { useSession } from '#app/session/session-store.ts'
import { Badge } from '#app/ui/display/badge.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { InlineNames, ShortName } from '#app/ui/display/short-name.tsx'
import { Skeleton } from '#app/ui/display/skeleton.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { type CollectionName, collectionNames } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { getAreaName, workAreas } from '#contract/records/work-areas.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { bookRules } from '#domain/books/books.ts'
import { countDaysBetween, formatDay, formatDaysUntil } from '#domain/dates/office-date.ts'
import { createReceivableFilters, receivableAges, sumReceivables } from '#domain/deposit-cases/deposit-receivables.ts'
import { formatWon } from '#domain/money/won.ts'
import { createLongOpenFilters, longOpenDays } from '#domain/real-estate/case-state.ts'
import { createDeadlineFilters, listDeadlineNames } from '#domain/today/deadlines.ts'
import { SectionMessage, SectionUnavailable, TodaySection } from './today-section.tsx'
import { WaitingSection } from './waiting-section.tsx'

/**
 * 오늘: deadlines, things waiting for this user, and unpaid claims. `above`: content of another
 * feature for a new office.
 */
export function TodayPage({ above }: { above?: ReactNode }) {
  const { user } = useSession()
  const today = getOfficeToday()
  const { viewLog } = useOfflineCopy()
  const syncedCollections = useSyncedCollections()
  const isCopied = (collection: CollectionName) => syncedCollections.has(collection)
  // The page shows names of people with deadlines, so it is logged as a list; records opened from
  // it are logged separately.
  useEffect(() => viewLog.logView({ act: 'list', about: { place: 'today' } }), [viewLog])
  return (
    <PageLayout>
      <header className="flex flex-wrap items-baseline gap-x-3 pt-2">
        <h1 className="text-title font-semibold">오늘</h1>
        <p className="tabular text-ink-2">{`${formatDay(today)} ${formatWeekday(today)}`}</p>
      </header>
      {above}
      <div className="grid gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="min-w-0 lg:col-start-2">
          <WaitingSection isSuperuser={user?.is_superuser === true} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {booksWithDeadline.filter(isCopied).map((collection) => (
            <DueSection key={collection} collection={collection} today={today} />
          ))}
          <LongOpenSection today={today} />
        </div>
        <div className="flex min-w-0 flex-col gap-6 lg:col-start-2">
          {isCopied('deposit-cases') ? <ClaimsSection today={today} /> : null}
          <RecentSection />
        </div>
      </div>
      <MissingBooksNote />
    </PageLayout>
  )
}

const booksWithDeadline = collectionNames.filter((name) => bookRules[name].deadline !== undefined)

function formatWeekday(day: string): string {
  return new Intl.DateTimeFormat('ko-KR', { weekday: 'long', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** Real-estate cases open at the registry for too long; renders nothing if there are none. */
function LongOpenSection({ today }: { today: string }) {
  const filters = createLongOpenFilters(today)
  const sort = [{ field: 'created_at', direction: 'asc' as const }]
  const openCases = useFirstRows('real-estate', { filters, search: '', sort }, maxLines)
  if (openCases.total === 0) return null
  return (
    <TodaySection
      title={`접수하고 ${longOpenDays}일이 지난 사건`}
      figures={<Badge tone="warn">{`${formatNumber(openCases.total)}건`}</Badge>}
      link={buildListLink('real-estate', { filters, sort: 'created_at' })}
    >
      <CaseLines collection="real-estate" rows={openCases} day="created_at" today={today} emptyText="" />
    </TodaySection>
  )
}

/** Records this user opened last on this device; renders nothing if there are none. */
function RecentSection() {
  const recent = useRecentRows()
  if (recent.length === 0) return null
  return (
    <TodaySection title="최근에 연 기록">
      <ul className="border-t">
        {recent.map(({ collection, row }) => {
          const { to, search = {} } = buildRecordLink(collection, row.id)
          const book = getRecordBook(collection)
          return (
            <li key={row.id} className="border-b last:border-b-0">
              <Link
                to={to}
                search={search}
                className="flex min-h-11 items-center gap-3 px-4 py-1.5 hover:bg-paper-sunk"
              >
                <span className="min-w-0 flex-1">
                  <ShortName text={getRowCaption(book, row)} />
                </span>
                <span className="shrink-0 text-label text-ink-3">{book.label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </TodaySection>
  )
}

/**
 * Lists the books this device has no copy of, below lists that combine all books. Renders
 * nothing if it has all.
 */
function MissingBooksNote() {
  const copied = useSyncedAreas()
  const missing = copied ? workAreas.filter((area) => !copied.includes(area)) : []
  if (missing.length === 0) return null
  return (
    <p className="text-label text-ink-3">
      {`이 기기에 두지 않은 업무는 나오지 않습니다: ${missing.map(getAreaName).join(', ')}. `}
      <Link to="/account/devices" className="text-primary underline underline-offset-4 coarse:py-3">
        보관할 업무 선택
      </Link>
    </p>
  )
}

/**
 * Claimed but unpaid amounts by age; the same figure as in the report. Only deposit cases hold the
 * days of their claim and payment.
 */
function ClaimsSection({ today }: { today: string }) {
  const { status, value } = useFigure(useOfflineCopy(), 'deposit-receivables', today)
  const total = value && sumReceivables(value)
  const sort = 'cost_request_at'
  const claimsLink =
    total && total.count > 0
      ? buildListLink('deposit-cases', { filters: createReceivableFilters({}, today), sort })
      : undefined
  return (
    <TodaySection title="공탁 미수금" link={claimsLink}>
      {status === 'never_fetched' ? (
        <SectionUnavailable />
      ) : !total ? (
        <div aria-busy className="border-t px-4 py-3">
          <Skeleton className="h-34 w-full" />
        </div>
      ) : total.count === 0 ? (
        <SectionMessage>청구하고 입금되지 않은 공탁 사건이 없습니다.</SectionMessage>
      ) : (
        <dl className="border-t px-4 py-2">
          <Sum label={`합계 (${formatNumber(total.count)}건)`} won={total.sum} isStrong />
          {receivableAges.map(({ label }, index) => (
            <Sum key={label} label={label} won={total.ages[index]?.sum ?? 0} />
          ))}
        </dl>
      )}
    </TodaySection>
  )
}

function Sum({ label, won, isStrong = false }: { label: string; won: number; isStrong?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 py-1 ${isStrong ? 'font-semibold' : 'text-ink-2'}`}>
      <dt>{label}</dt>
      <dd className="tabular">{formatWon(won)}원</dd>
    </div>
  )
}

interface DueSectionProps {
  collection: CollectionName
  /** `YYYY-MM-DD`. */
  today: string
}

/** Records with a near or past deadline (`deadline` of the book's rules), most urgent first. */
function DueSection({ collection, today }: DueSectionProps) {
  const book = getRecordBook(collection)
  const day = book.rules.deadline?.day ?? ''
  const { value: due } = useFigure(useOfflineCopy(), `deadlines:${collection}`, today)
  const filters = createDeadlineFilters(collection, { today, hasDays: false })
  const dueRows = useFirstRows(collection, { filters, search: '', sort: [{ field: day, direction: 'asc' }] }, maxLines)
  const label = book.fields.find(({ key }) => key === day)?.label ?? ''
  return (
    <TodaySection
      title={`${josa(label, '이/가')} 다가온 ${book.noun}`}
      figures={
        due && due.total > 0 ? (
          <span className="flex gap-x-3">
            <Badge tone="warn">{`${formatNumber(due.total)}건`}</Badge>
            {due.overdue > 0 ? <Badge tone="danger">{`지난 것 ${formatNumber(due.overdue)}건`}</Badge> : null}
          </span>
        ) : null
      }
      link={dueRows.total > 0 ? buildListLink(collection, { filters, sort: day }) : undefined}
    >
      <CaseLines
        collection={collection}
        rows={dueRows}
        day={day}
        today={today}
        emptyText={`${book.rules.deadline?.days ?? 0}일 안에 ${josa(label, '이/가')} 돌아오는 ${josa(book.noun, '이/가')} 없습니다.`}
      />
    </TodaySection>
  )
}

/** Number of lines on the page; the list shows the rest. */
const maxLines = 5

interface CaseLinesProps {
  collection: CollectionName
  rows: FirstRows
  /** Key of the date field to show. */
  day: string
  /** `YYYY-MM-DD`. */
  today: string
  emptyText: string
}

/** Records with date, owner and place. A line opens the record next to its list. */
function CaseLines({ collection, rows, day, today, emptyText }: CaseLinesProps) {
  if (rows.status === 'never_fetched' || rows.status === 'error') return <SectionUnavailable />
  if (rows.status === 'loading') return <LoadingLines />
  if (rows.total === 0) return <SectionMessage>{emptyText}</SectionMessage>
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
  const { to, search = {} } = buildRecordLink(collection, row.id)
  const [owner = '', ...where] = listDeadlineNames(collection, row)
  const days = countDaysBetween(today, day)
  return (
    <Link
      to={to}
      search={search}
      className="grid min-h-11 grid-cols-[5.5rem_5rem_minmax(0,1fr)] items-center gap-x-3 px-4 py-1.5 hover:bg-paper-sunk max-sm:min-h-14 max-sm:grid-cols-[5rem_minmax(0,1fr)]"
    >
      <span className="tabular text-ink-2">{formatDay(day)}</span>
      <span className={`tabular font-semibold max-sm:justify-self-end ${days < 0 ? 'text-danger' : 'text-warn'}`}>
        {formatDaysUntil(days)}
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

function LoadingLines() {
  return (
    <div aria-busy className="border-t">
      <p className="sr-only">데이터를 불러오는 중...</p>
      {Array.from({ length: maxLines }, (_, line) => (
        <div key={line} className="flex min-h-11 items-center border-b px-4 last:border-b-0 max-sm:min-h-14">
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  )
}
