import { ChevronLeft, ChevronRight, Ellipsis } from 'lucide-react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Popover } from '#app/ui/overlays/popover.tsx'
import type { Paging } from '../data-table-props.ts'
import { ReaderSwitch } from '../screen-reader/reader-switch.tsx'
import type { Table } from '../table.ts'
import { ModeSwitch, PageJump, PageSize, PagingTotal } from './paging-controls.tsx'
import { SteadyText } from './steady-text.tsx'
import { usePages } from './use-pages.ts'

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * Paging in one short line: number of records, current page, previous and next, and everything else
 * behind ⋯.
 */
export function CompactPages({ table, paging, total }: { table: Table; paging: Paging; total: number }) {
  const { page, pages, all, go, changeMode } = usePages(table, paging, total)
  const isPaged = paging.mode === 'paged'
  const pageText = (at: number) => `${at.toLocaleString('ko-KR')} / ${pages.toLocaleString('ko-KR')}`
  return (
    <nav
      aria-label="페이지"
      className="ml-auto flex h-11 shrink-0 items-center gap-1 self-end whitespace-nowrap text-label text-ink-2"
    >
      <PagingTotal table={table} total={all} />
      <IconButton
        label="이전 페이지"
        icon={<ChevronLeft {...icon} />}
        disabled={page === 1}
        onClick={() => go(page - 1)}
      />
      <p className="tabular">
        <SteadyText widest={pageText(pages)}>{pageText(page)}</SteadyText>
        <span className="sr-only">페이지</span>
      </p>
      <IconButton
        label="다음 페이지"
        icon={<ChevronRight {...icon} />}
        disabled={page === pages}
        onClick={() => go(page + 1)}
      />
      <ReaderSwitch table={table} />
      <Popover title="페이지" align="end" trigger={<IconButton label="페이지 설정" icon={<Ellipsis {...icon} />} />}>
        <div className="flex flex-wrap items-center gap-3">
          <PageSize paging={paging} />
          {paging.onMode ? <ModeSwitch isPaged={isPaged} onMode={changeMode} /> : null}
          <PageJump table={table} paging={paging} pages={pages} onJump={go} />
        </div>
      </Popover>
    </nav>
  )
}
