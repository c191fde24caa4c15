import { CalendarSync, Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { HistoryButtons } from '#app/action-history/history-buttons.tsx'
import type { HistoryCommands } from '#app/action-history/use-history-commands.ts'
import { CopyUnavailable } from '#app/records/offline-copy/copy-unavailable.tsx'
import { useOfflineCopy } from '#app/records/offline-copy/use-offline-copy.tsx'
import { useSyncedCollections } from '#app/records/synced-books/use-synced-books.ts'
import { useUrlSearch } from '#app/records/url-state/use-url-search.ts'
import { useSession } from '#app/session/session-store.ts'
import { useMediaQuery } from '#app/ui/browser/use-media-query.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { PageLayout } from '#app/ui/display/page-layout.tsx'
import { getOfficeToday } from '#app/ui/office/office-today.ts'
import { isDialogOpen } from '#app/ui/overlays/is-dialog-open.ts'
import { sendToPrinter, usePrintShortcut } from '#app/ui/print/send-to-printer.ts'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import {
  calendarKinds,
  type CalendarView,
  getShownDays,
  listShownWeeks,
  placeEntries,
} from '#domain/calendar/calendar-entries.ts'
import { formatDay } from '#domain/dates/office-date.ts'
import { buildCalendarPrint } from './calendar-print.ts'
import { calendarSearch } from './calendar-search.ts'
import { CalendarToolbar } from './calendar-toolbar.tsx'
import { DayDialog } from './day-dialog.tsx'
import { DayGrid } from './day-grid.tsx'
import { DayList } from './day-list.tsx'
import { FeedDialog } from './feed-dialog.tsx'
import { useCalendarRows } from './use-calendar-rows.ts'
import { useDayMoves } from './use-day-moves.ts'

/** 달력: deadlines, claims, leave and holidays by day, from the device. */
export function CalendarPage() {
  const { search, change } = useUrlSearch(calendarSearch)
  const isPhone = useMediaQuery('(width < 40rem)')
  const today = getOfficeToday()
  const [openDay, setOpenDay] = useState<string | null>(null)
  const [isFeedOpen, setIsFeedOpen] = useState(false)
  const { move, history, commands } = useDayMoves()
  const syncedCollections = useSyncedCollections()
  const by = useSession().user?.nickname ?? ''

  const view: CalendarView = isPhone ? 'list' : search.view
  const day = search.day || today
  const span = getShownDays(view, day)
  const weeks = listShownWeeks(view, day)
  const kinds = calendarKinds.filter(({ collection }) => syncedCollections.has(collection))
  const shownKinds = kinds.filter(({ key }) => !search.hidden.includes(key))
  const filters = { business_section: search.business_section, business_manager: search.business_manager }
  const { status, rowsByKind, cutAfter } = useCalendarRows(shownKinds, span, filters)
  const entriesByDay = placeEntries(rowsByKind, span)
  useLoggedView()
  useUndoKeys(commands)

  const buildPrint = () => buildCalendarPrint(listShownWeeks(search.view, day), { day, entriesByDay, by })
  const print = () => void sendToPrinter(buildPrint())
  usePrintShortcut({ printRecord: print, layout: buildPrint })

  return (
    <PageLayout variant="dashboard">
      <CalendarToolbar
        search={search}
        day={day}
        today={today}
        kinds={kinds}
        isPhone={isPhone}
        onChange={(patch, source) => change(patch, source)}
      >
        <Button icon={<CalendarSync size={16} strokeWidth={1.5} aria-hidden />} onClick={() => setIsFeedOpen(true)}>
          캘린더 구독
        </Button>
        <HistoryButtons history={history} commands={commands} />
        <IconButton
          label="인쇄 (Ctrl+P)"
          menuLabel="인쇄"
          icon={<Printer size={16} strokeWidth={1.5} />}
          onClick={print}
        />
      </CalendarToolbar>
      {cutAfter === null ? null : (
        <p role="status" className="text-label text-warn">
          {`기록이 많아 ${formatDay(cutAfter)} 뒤의 일부가 보이지 않습니다. 사업구간이나 담당자로 좁혀 주세요.`}
        </p>
      )}
      {status === 'never_fetched' ? (
        <CopyUnavailable />
      ) : (
        <section
          aria-label="일정"
          aria-busy={status === 'loading' || undefined}
          className="min-h-0 flex-1 overflow-auto"
        >
          {view === 'list' ? (
            <DayList span={span} today={today} entriesByDay={entriesByDay} onOpen={setOpenDay} />
          ) : (
            <DayGrid
              weeks={weeks}
              cursor={day}
              today={today}
              entriesByDay={entriesByDay}
              maxPerDay={view === 'week' ? 24 : 4}
              onCursor={(next) => change({ day: next }, 'corrected')}
              onOpen={(next) => {
                if (next !== day) change({ day: next }, 'corrected')
                setOpenDay(next)
              }}
              onMove={(entry, next) => void move(entry, next)}
            />
          )}
        </section>
      )}
      {openDay === null ? null : (
        <DayDialog
          day={openDay}
          entries={entriesByDay.get(openDay) ?? []}
          filters={filters}
          onMove={(entry, next) => void move(entry, next)}
          onClose={() => setOpenDay(null)}
        />
      )}
      {isFeedOpen ? <FeedDialog onClose={() => setIsFeedOpen(false)} /> : null}
    </PageLayout>
  )
}

/** The page shows names, so it is logged as a list. Opened records are logged by their screens. */
function useLoggedView(): void {
  const { viewLog } = useOfflineCopy()
  useEffect(() => viewLog.logView({ act: 'list', about: { place: 'calendar' } }), [viewLog])
}

/** As in the tables. The page listens, because a drag with the mouse leaves nothing focused. */
function useUndoKeys({ undo, redo }: Pick<HistoryCommands, 'undo' | 'redo'>): void {
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { code, shiftKey, target } = event
      if (isImeKey(event) || !(event.ctrlKey || event.metaKey) || (code !== 'KeyZ' && code !== 'KeyY')) return
      // Fields keep the browser's own undo.
      if (target instanceof HTMLInputElement || isDialogOpen()) return
      event.preventDefault()
      if (code === 'KeyZ' && !shiftKey) undo()
      else redo()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
}
