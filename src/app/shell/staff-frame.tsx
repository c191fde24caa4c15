import { useState } from 'react'
import type { ReactNode } from 'react'
import { useSyncStatus } from '../records/copy/use-offline-copy.tsx'
import { DemoBanner } from './demo-banner.tsx'
import { DemoMarkWatch } from './demo-mark-watch.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { Navigation } from './navigation.tsx'
import type { ScreenFacts } from './screen-facts.ts'
import { SkipLink } from './skip-link.tsx'
import { StatusLine } from './status-line.tsx'
import { TopLine } from './top-line.tsx'
import { useSyncConsequences } from './use-sync-consequences.ts'

const collapsedKey = 'nav_collapsed'

/** The back office around its screens: navigation at the left, top line, the screen, and the status line that is always in sight. */
export function StaffFrame({ facts, children }: { facts: ScreenFacts; children: ReactNode }) {
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(collapsedKey) === '1')
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  useSyncConsequences()
  function toggle() {
    localStorage.setItem(collapsedKey, isCollapsed ? '0' : '1')
    setCollapsed(!isCollapsed)
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <SkipLink />
      <DemoBanner />
      <DemoMarkWatch />
      <StorageBanner />
      <div className="flex min-h-0 flex-1">
        <aside
          data-screen-only
          className={`hidden shrink-0 border-r bg-paper-sunk xl:flex ${isCollapsed ? 'w-14' : 'w-58'}`}
        >
          <Navigation isCollapsed={isCollapsed} onToggle={toggle} />
        </aside>
        <div className="flex min-w-0 flex-1 flex-col">
          <TopLine facts={facts} onOpenDrawer={() => setDrawerOpen(true)} />
          <main
            id="main"
            className="min-h-0 flex-1 overflow-auto px-4 py-4 low:py-2 max-sm:px-3 max-sm:py-3 tablet:px-3 tablet:pt-2 tablet:pb-0 print:overflow-visible"
          >
            {children}
          </main>
        </div>
      </div>
      <StatusLine />
      <BottomBar isOpen={isDrawerOpen} onOpenMenu={() => setDrawerOpen(true)} />
      <NavigationDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
    </div>
  )
}

/** The device cannot keep writes: nothing matters more on this screen. */
function StorageBanner() {
  const { storageProblem } = useSyncStatus()
  if (!storageProblem) return null
  return (
    <p role="alert" className="bg-seal px-4 py-2 text-center font-semibold text-seal-ink">
      {storageProblem}
    </p>
  )
}
