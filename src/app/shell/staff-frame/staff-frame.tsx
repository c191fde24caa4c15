import { Link } from '@tanstack/react-router'
import { ChevronRight, Menu } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { setDemoMark, showsDemo } from '#app/session/office/demo-mark.ts'
import { createDeviceSetting, useDeviceSetting } from '#app/ui/browser/device-setting.ts'
import { keepFocusAfterPresses } from '#app/ui/browser/keep-focus.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { besideSheetClass } from '#app/ui/detail-panel/detail-split.tsx'
import { screenSlot } from '#app/ui/display/frame-slot.tsx'
import { ShortName } from '#app/ui/display/short-name.tsx'
import { demoMarkSchema } from '#contract/admin/demo-data.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { isStoredInMemory } from '#mirror/runtime/browser-storage.ts'
import { AccountMenu } from '../account/account-menu.tsx'
import { FirstStepsBar } from '../first-steps/with-first-steps.tsx'
import { useNotifications } from '../notifications/use-notifications.ts'
import type { ScreenMeta } from '../screen-meta.ts'
import { DemoBanner, SkipLink } from '../screen-top.tsx'
import { GlobalSearch } from '../search/global-search.tsx'
import { BottomBar, Navigation, NavigationDrawer } from './navigation.tsx'
import { StatusLine } from './status-line.tsx'
import { TaskPanel } from './task-panel.tsx'
import { useDueReminders } from './use-due-reminders.ts'
import { useStorageNotices } from './use-storage-notices.ts'
import { useSyncConsequences } from './use-sync-consequences.ts'

/** Renders nothing; checks whether demo data is still present. */
function DemoMarkWatch(): null {
  const copy = useOfflineCopy()
  useEffect(() => watchMark(copy), [copy])
  return null
}

const minIntervalMs = 10_000

/**
 * Asks on start, and after each sync while the demo data notice is shown. Returns the stop
 * function.
 */
function watchMark(copy: OfflineCopy): () => void {
  let fetchedAt = 0
  let { lastSyncAt } = copy.getStatus()
  async function fetchMark() {
    fetchedAt = performance.now()
    try {
      // Without the login: a background request must not ask the user to sign in again.
      const response = await fetch('/api/demo-data/mark', { cache: 'no-store' })
      if (response.ok) setDemoMark(demoMarkSchema.parse(await response.json()).is_present)
    } catch {
      // No response: keep the last state and request again after the next sync.
    }
  }
  void fetchMark()
  return copy.subscribeStatus(() => {
    const lastSync = copy.getStatus().lastSyncAt
    if (lastSync === lastSyncAt) return
    lastSyncAt = lastSync
    if (showsDemo() && performance.now() - fetchedAt >= minIntervalMs) void fetchMark()
  })
}

const navFolding = createDeviceSetting({
  key: 'nav_collapsed',
  parse: (text) => text === '1',
  format: (isCollapsed) => (isCollapsed ? '1' : '0'),
})

/**
 * Frame of the back office: navigation at the left, top line, the screen, and the status line,
 * which is always visible.
 */
export function StaffFrame({ meta, children }: { meta: ScreenMeta; children: ReactNode }) {
  const [isCollapsed, setIsCollapsed] = useDeviceSetting(navFolding)
  const [isDrawerOpen, setIsDrawerOpen] = useState(false)
  useSyncConsequences()
  useStorageNotices()
  useDueReminders()
  useNotifications()
  useEffect(keepFocusAfterPresses, [])
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SkipLink />
      <DemoBanner className={besideSheetClass} />
      <DemoMarkWatch />
      <StorageBanner />
      <div className="flex min-h-0 flex-1">
        <aside
          data-screen-only
          className={`hidden shrink-0 border-r bg-paper-sunk xl:flex ${isCollapsed ? 'w-14' : 'w-58'}`}
        >
          <Navigation isCollapsed={isCollapsed} onToggle={() => setIsCollapsed(!isCollapsed)} />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <TopLine meta={meta} onOpenDrawer={() => setIsDrawerOpen(true)} />
          <main
            id="main"
            className={`min-h-0 flex-1 overflow-auto px-4 py-4 laptop:py-2 max-sm:px-3 max-sm:py-3 tablet:pl-3 tablet:pt-2 tablet:pb-0 print:overflow-visible ${besideSheetClass}`}
          >
            {children}
          </main>
        </div>
      </div>
      <FirstStepsBar />
      <StatusLine />
      <BottomBar isOpen={isDrawerOpen} onOpenMenu={() => setIsDrawerOpen(true)} />
      <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} />
    </div>
  )
}

/** The device can't store writes, or stores nothing at all; nothing matters more on this screen. */
function StorageBanner() {
  const { storageProblem, isStorageLost } = useSyncStatus()
  if (isStoredInMemory())
    return (
      <p role="status" className="bg-warn-wash px-4 py-2 text-center font-semibold text-warn">
        이 기기에는 아무것도 저장되지 않습니다. 연결되어 있을 때만 작업하고, 전송이 끝난 뒤에 창을 닫아 주세요.
      </p>
    )
  if (!storageProblem) return null
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-danger px-4 py-2 font-semibold text-danger-ink"
    >
      <p>{storageProblem}</p>
      {isStorageLost ? (
        <Button size="sm" onClick={() => location.reload()}>
          새로 열기
        </Button>
      ) : null}
    </div>
  )
}

/** Breadcrumb, global search and user menu. */
function TopLine({ meta, onOpenDrawer }: { meta: ScreenMeta; onOpenDrawer(): void }) {
  return (
    <header
      data-screen-only
      className={`flex h-12 shrink-0 items-center gap-2 border-b px-4 max-sm:px-3 ${besideSheetClass}`}
    >
      <IconButton
        label="업무 메뉴"
        className="-ml-2 max-sm:hidden xl:hidden"
        icon={<Menu size={18} strokeWidth={1.5} />}
        onClick={onOpenDrawer}
      />
      <nav aria-label="현재 위치" className="@container min-w-0 flex-1">
        <ol className="flex items-center gap-1.5 text-ink-3">
          <li className="max-sm:hidden tablet:hidden">
            <Link to="/" className="hover:text-ink">
              홈
            </Link>
          </li>
          <li aria-hidden className="max-sm:hidden tablet:hidden">
            <ChevronRight size={14} strokeWidth={1.5} />
          </li>
          {meta.breadcrumb ? (
            <>
              <li className="max-sm:hidden tablet:hidden">
                <Link to="/services" className="hover:text-ink">
                  {meta.breadcrumb}
                </Link>
              </li>
              <li aria-hidden className="max-sm:hidden tablet:hidden">
                <ChevronRight size={14} strokeWidth={1.5} />
              </li>
            </>
          ) : null}
          {/* Between an open panel and the tabs only a letter of the title would be left. */}
          <li className="truncate @max-[5rem]:sr-only">
            <span aria-current="page" className="flex min-w-0 font-semibold text-ink">
              <ShortName text={meta.title} />
            </span>
          </li>
        </ol>
      </nav>
      <screenSlot.Slot className="hidden min-w-0 max-w-3/4 tablet:block" />
      <div className="flex shrink-0 items-center gap-2">
        <GlobalSearch />
        <TaskPanel />
        <AccountMenu />
      </div>
    </header>
  )
}
