import { useCallback, useId, useState, useSyncExternalStore } from 'react'
import { isImeKey } from '#app/ui/composition.ts'
import type { Paging, PagingMode } from '../data-table-props.ts'
import { CopyProgress } from '../rows/copy-progress.tsx'
import { KeyHelpButton } from '../key-help/key-help-button.tsx'
import { moveTo } from '../focus/focus-actions.ts'
import { countText } from './count-text.ts'
import { InfiniteFooter } from './infinite-footer.tsx'
import { PageButtons } from './page-buttons.tsx'
import { currentPage, goToPage } from './page-position.ts'
import { pageCount, typedPage } from './paging-window.ts'
import { ReaderSwitch } from '../screen-reader/reader-switch.tsx'
import { SteadyText } from './steady-text.tsx'
import type { Table } from '../table.ts'
import { useSourceState } from '../use-table.ts'

interface PagingBarProps {
  table: Table
  paging: Paging
  total: number
}

/**
 * 총 n건, page x / y, sizes, buttons, a jump and the change of mode. Over one virtual list a page is a scroll place: the bar shows the page of the top row,
 * and choosing one goes there. In paged mode it turns the page; keys in the table never do (Down on the last row stays), so that no row changes under a hand.
 */
export function PagingBar({ table, paging, total }: PagingBarProps) {
  const { page, pages, all } = usePosition(table, paging, total)
  const isPaged = paging.mode === 'paged'

  function go(to: number) {
    const within = Math.max(1, Math.min(pages, to))
    if (isPaged) paging.onPage?.(within)
    else goToPage(table, within, paging.pageSize)
  }

  function changeMode(mode: PagingMode) {
    paging.onMode?.(mode, page)
    table.props.onMessage({ type: 'info', text: modeMessages[mode] })
    // The list is only there once the source has been told; the reader goes on at the same rows.
    if (mode === 'infinite') requestAnimationFrame(() => standAtPage(table, page, paging.pageSize))
  }

  return (
    <nav
      aria-label="페이지"
      data-below-toasts
      className="@container/paging relative z-1 shrink-0 border-t bg-paper-raised text-label text-ink-2 print:hidden"
    >
      {/* One line as far down as it goes: words that the controls say as well give way first. */}
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1 @max-7xl/paging:gap-x-2.5">
        {/* In one list on a phone the line below says it as well. */}
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

function pageText(page: number, pages: number): string {
  return `${page.toLocaleString('ko-KR')} / ${pages.toLocaleString('ko-KR')} 페이지`
}

/** Spec 1 §2.5. */
const modeMessages: Record<PagingMode, string> = {
  infinite: '무한스크롤 모드가 활성화되었습니다.',
  paged: '페이지네이션 모드가 활성화되었습니다.',
}

function usePosition(table: Table, paging: Paging, total: number): { page: number; pages: number; all: number } {
  const { getWindow } = paging
  const isPaged = paging.mode === 'paged' && getWindow !== undefined
  const scrolledTo = useSyncExternalStore(
    useCallback((listener) => table.signals.on('scroll', listener), [table]),
    () => (isPaged ? 1 : Math.min(pageCount(total, paging.pageSize), currentPage(table, paging.pageSize, total))),
  )
  if (!isPaged) return { page: scrolledTo, pages: pageCount(total, paging.pageSize), all: total }
  const { page, pages, total: all } = getWindow()
  return { page, pages, all }
}

function standAtPage(table: Table, page: number, pageSize: number): void {
  const row = Math.min((page - 1) * pageSize, table.props.source.getState().total - 1)
  if (row < 0) return
  if (table.session.mode === 'ready' && table.position.row >= 0) moveTo(table, { row, column: table.position.column })
  goToPage(table, page, pageSize)
}

function ModeSwitch({ isPaged, onMode }: { isPaged: boolean; onMode: (mode: PagingMode) => void }) {
  return (
    <button
      type="button"
      aria-pressed={!isPaged}
      onClick={() => onMode(isPaged ? 'infinite' : 'paged')}
      className={`${control} font-medium aria-pressed:border-primary aria-pressed:bg-primary-wash hover:bg-paper-sunk`}
    >
      무한스크롤
    </button>
  )
}

const control =
  'h-7 rounded-control border border-rule-strong bg-paper-raised px-1.5 text-label text-ink coarse:h-11 coarse:text-[16px]'

function PageSize({ paging }: { paging: Paging }) {
  return (
    <label className="flex items-center gap-1.5 max-sm:ml-auto">
      <span className="sm:@max-4xl/paging:sr-only">페이지당</span>
      <select
        value={paging.pageSize}
        onChange={(event) => paging.onPageSize(Number(event.target.value))}
        className={control}
      >
        {paging.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size.toLocaleString('ko-KR')}건
          </option>
        ))}
      </select>
    </label>
  )
}

interface PageJumpProps {
  table: Table
  paging: Paging
  pages: number
  onJump: (page: number) => void
}

function PageJump({ table, paging, pages, onJump }: PageJumpProps) {
  const id = useId()
  const [text, setText] = useState('')

  function jump() {
    const page = typedPage(text)
    const { notANumber, outOfRange } = paging.jumpMessages
    if (page === null) table.props.onMessage({ type: 'error', text: notANumber(pages) })
    else if (page < 1 || page > pages) table.props.onMessage({ type: 'error', text: outOfRange(pages) })
    else {
      onJump(page)
      setText('')
    }
  }

  return (
    <div className="flex items-center gap-1.5 max-sm:hidden">
      <label htmlFor={id} className="whitespace-nowrap @max-4xl/paging:sr-only">
        페이지 이동
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (isImeKey(event) || event.key !== 'Enter') return
          jump()
        }}
        placeholder={`/ ${pages.toLocaleString('ko-KR')}`}
        className={`${control} w-16 text-right`}
      />
      <button type="button" onClick={jump} className={`${control} font-medium hover:bg-paper-sunk`}>
        이동
      </button>
    </div>
  )
}

/** 총 n건, or 총 1만 건 이상. Nothing is said of a number that nobody knows yet: no rows of records that are still on their way are not none. */
function PagingTotal({ table, total }: { table: Table; total: number }) {
  const { status, isComplete, isAtLeast, copying } = useSourceState(table.props.source)
  const isKnown = total > 0 || (status === 'ready' && isComplete)
  const count = countText(total, { isAtLeast: isAtLeast === true })
  return (
    <>
      <p className="tabular" role="status">
        {isKnown ? (
          <>
            총 <strong className="font-semibold text-ink">{count.number}</strong>
            {count.unit}
          </>
        ) : null}
      </p>
      {copying && total > 0 ? <CopyProgress copying={copying} /> : null}
    </>
  )
}
