import { ShortName } from '#app/ui/display/short-name.tsx'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Menu } from 'lucide-react'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { screenSlot } from '../ui/display/frame-slot.tsx'
import { DownloadPanel } from './download-panel.tsx'
import { PersonMenu } from './person-menu.tsx'
import type { ScreenFacts } from './screen-facts.ts'
import { SearchEverything } from './search/search-everything.tsx'

/** Breadcrumb, global search and user menu. */
export function TopLine({ facts, onOpenDrawer }: { facts: ScreenFacts; onOpenDrawer(): void }) {
  return (
    <header data-screen-only className="flex h-12 shrink-0 items-center gap-2 border-b px-4 max-sm:px-3">
      <IconButton
        label="업무 메뉴"
        className="-ml-2 max-sm:hidden xl:hidden"
        icon={<Menu size={18} strokeWidth={1.5} />}
        onClick={onOpenDrawer}
      />
      <nav aria-label="현재 위치" className="min-w-0 flex-1">
        <ol className="flex items-center gap-1.5 text-ink-3">
          <li className="max-sm:hidden tablet:hidden">
            <Link to="/" className="hover:text-ink">
              홈
            </Link>
          </li>
          <li aria-hidden className="max-sm:hidden tablet:hidden">
            <ChevronRight size={14} strokeWidth={1.5} />
          </li>
          {facts.trail ? (
            <>
              <li className="max-sm:hidden tablet:hidden">
                <Link to="/services" className="hover:text-ink">
                  {facts.trail}
                </Link>
              </li>
              <li aria-hidden className="max-sm:hidden tablet:hidden">
                <ChevronRight size={14} strokeWidth={1.5} />
              </li>
            </>
          ) : null}
          <li className="truncate">
            <span aria-current="page" className="flex min-w-0 font-semibold text-ink">
              <ShortName text={facts.title} />
            </span>
          </li>
        </ol>
      </nav>
      <screenSlot.Slot className="hidden min-w-0 max-w-3/4 tablet:block" />
      <div className="flex shrink-0 items-center gap-2">
        <SearchEverything />
        <DownloadPanel />
        <PersonMenu />
      </div>
    </header>
  )
}
