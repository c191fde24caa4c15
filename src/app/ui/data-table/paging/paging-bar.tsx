import { useMediaQuery } from '../../use-media-query.ts'
import { pagerSlot } from '../../display/frame-slot.tsx'
import { tabletMedia } from '../../display/media.ts'
import type { Paging } from '../data-table-props.ts'
import { CompactPages } from './compact-pages.tsx'
import { InfiniteFooter } from './infinite-footer.tsx'
import { PageButtons } from './page-buttons.tsx'
import { ModeSwitch, PageJump, PageSize, PagingTotal } from './paging-controls.tsx'
import { ReaderSwitch } from '../screen-reader/reader-switch.tsx'
import { SteadyText } from './steady-text.tsx'
import type { Table } from '../table.ts'
import { pageText, usePages } from './use-pages.ts'
import { Keyboard } from 'lucide-react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { openKeyHelp } from '../key-help/open-key-help.ts'

interface PagingBarProps {
  table: Table
  paging: Paging
  total: number
}

/**
 * 총 n건, page x / y, sizes, buttons, a page input and the mode switch. In one virtual list a page is
 * a scroll position: the bar shows the page of the top row, and choosing one scrolls there. In
 * paged mode it turns the page. Keys in the table never turn it (↓ stops at the last row), so rows
 * don't change unexpectedly. On a tablet it is one line in the frame.
 */
export function PagingBar(props: PagingBarProps) {
  const isTablet = useMediaQuery(tabletMedia)
  const hasPlace = pagerSlot.useIsMounted()
  if (!isTablet) return <FullPagingBar {...props} />
  if (!hasPlace) return <CompactPages {...props} />
  return (
    <pagerSlot.Fill>
      <CompactPages {...props} />
    </pagerSlot.Fill>
  )
}

function FullPagingBar({ table, paging, total }: PagingBarProps) {
  const { page, pages, all, go, changeMode } = usePages(table, paging, total)
  const isPaged = paging.mode === 'paged'
  return (
    <nav
      aria-label="페이지"
      data-below-toasts
      className="@container/paging relative z-1 shrink-0 border-t bg-paper-raised text-label text-ink-2 print:hidden"
    >
      {/* Kept to one line as long as possible; text that the controls repeat is dropped first. */}
      <div className="flex min-h-11 laptop:min-h-9 laptop:py-0.5 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1 @max-7xl/paging:gap-x-2.5">
        {/* In one list on a phone the line below shows the same. */}
        <div className={`contents ${isPaged || total === 0 ? '' : 'max-sm:[&>p]:sr-only'}`}>
          <PagingTotal table={table} total={all} />
        </div>
        {isPaged ? null : <InfiniteFooter table={table} total={total} />}
        {paging.onMode ? <ModeSwitch isPaged={isPaged} onMode={changeMode} /> : null}
        <PageSize paging={paging} />
        <PageButtons page={page} pages={pages} onPage={go} />
        <p className="max-sm:hidden @max-7xl/paging:hidden">
          <SteadyText widest={pageText(pages, pages)}>{pageText(page, pages)}</SteadyText>
        </p>
        <PageJump table={table} paging={paging} pages={pages} onJump={go} />
        <ReaderSwitch table={table} />
        <KeyHelpButton table={table} />
      </div>
    </nav>
  )
}

/**
 * Opens the list of keys by mouse, where the paging bar has room; otherwise it would need a second
 * line, and F1 works too.
 */
function KeyHelpButton({ table }: { table: Table }) {
  return (
    <IconButton
      label="단축키 (F1)"
      icon={<Keyboard size={18} strokeWidth={1.5} aria-hidden />}
      onClick={() => openKeyHelp(table)}
      className="@max-5xl/paging:hidden"
    />
  )
}
