import { ChevronLeft, ChevronRight, Ellipsis, Keyboard } from 'lucide-react'
import { useCallback, useId, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { fitInOneLine } from '#app/ui/display/fit-in-one-line.ts'
import { Popover } from '#app/ui/overlays/popover.tsx'
import { isImeKey } from '#app/ui/text-editing/composition.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { useMediaQuery } from '../../browser/use-media-query.ts'
import { pagerSlot, tabletMedia } from '../../display/frame-slot.tsx'
import { openKeyHelp } from '../commands/key-labels.ts'
import type { Paging, PagingMode } from '../data-table-props.ts'
import { computeStickyTop } from '../layout/geometry.ts'
import { CopyProgress } from '../rows/table-state.tsx'
import { ScreenReaderSwitch } from '../screen-reader/screen-reader-mode.tsx'
import type { Table } from '../table.ts'
import { useSourceState } from '../use-table.ts'
import { PageButtons, SteadyText } from './page-buttons.tsx'
import { parsePage } from './page-slots.ts'
import { formatCount, formatPage, usePages } from './use-pages.ts'

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
  const hasFrameSlot = pagerSlot.useIsMounted()
  if (!isTablet) return <FullPagingBar {...props} />
  if (!hasFrameSlot) return <CompactPages {...props} />
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
      <div
        ref={fitPaging}
        className="flex min-h-11 laptop:min-h-9 laptop:py-0.5 flex-wrap items-center gap-x-4 gap-y-1 px-3 py-1 @max-7xl/paging:gap-x-2.5"
      >
        {/* In one list on a phone the line below shows the same. */}
        <div className={`contents ${isPaged || total === 0 ? '' : 'max-sm:[&>p]:sr-only'}`}>
          <PagingTotal table={table} total={all} />
        </div>
        {isPaged ? null : <InfiniteFooter table={table} total={total} />}
        {paging.onMode ? <ModeSwitch isPaged={isPaged} onMode={changeMode} /> : null}
        <PageSize paging={paging} />
        <PageButtons page={page} pages={pages} onPage={go} />
        <p className="max-sm:hidden @max-7xl/paging:hidden in-data-[tight~=numbers]:block!">
          <SteadyText widest={formatPage(pages, pages)}>{formatPage(page, pages)}</SteadyText>
        </p>
        <PageJump table={table} paging={paging} pages={pages} onJump={go} />
        <ScreenReaderSwitch table={table} />
        <KeyHelpButton table={table} />
      </div>
    </nav>
  )
}

/**
 * Parts that are hidden next to an open panel, in this order; first what is shown elsewhere too.
 */
const tightSteps = ['hint', 'keys', 'count', 'jump', 'ends', 'numbers', 'size']

/** Not measured again on scrolling, which changes only texts of fixed width. */
function fitPaging(bar: HTMLDivElement | null) {
  return bar ? fitInOneLine(bar, { steps: tightSteps, followsContent: false }) : undefined
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
      className="@max-5xl/paging:hidden sm:in-data-[tight~=keys]:hidden"
    />
  )
}

const icon = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * Paging in one short line: number of records, current page, previous and next, and everything else
 * behind ⋯.
 */
function CompactPages({ table, paging, total }: { table: Table; paging: Paging; total: number }) {
  const { page, pages, all, go, changeMode } = usePages(table, paging, total)
  const isPaged = paging.mode === 'paged'
  const formatPagePosition = (index: number) => `${formatNumber(index)} / ${formatNumber(pages)}`
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
        <SteadyText widest={formatPagePosition(pages)}>{formatPagePosition(page)}</SteadyText>
        <span className="sr-only">페이지</span>
      </p>
      <IconButton
        label="다음 페이지"
        icon={<ChevronRight {...icon} />}
        disabled={page === pages}
        onClick={() => go(page + 1)}
      />
      <ScreenReaderSwitch table={table} />
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

/**
 * How much of an infinite list has been read, and whether there is more below. Any position can be
 * jumped to, so "shown" means down to the lowest row on screen.
 */
function InfiniteFooter({ table, total }: { table: Table; total: number }) {
  const { source } = table.props
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [table.signals.on('scroll', listener), source.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    [table, source],
  )
  const shownCount = useSyncExternalStore(subscribe, () => countRowsShown(table, total))
  const hint = useSyncExternalStore(subscribe, () => formatFooterHint(table, shownCount, total))
  const { isAtLeast } = useSourceState(source)
  if (total === 0) return null
  return (
    <p className="tabular flex flex-wrap gap-x-2 sm:coarse:@max-6xl/paging:sr-only sm:in-data-[tight~=count]:sr-only">
      <SteadyText widest={formatShownCount(total, total, isAtLeast)}>
        {formatShownCount(shownCount, total, isAtLeast)}
      </SteadyText>
      <span className="text-ink-3 sm:@max-5xl/paging:sr-only sm:in-data-[tight~=hint]:sr-only">
        <SteadyText widest={hints.loading}>{hint}</SteadyText>
      </span>
    </p>
  )
}

function formatShownCount(shownCount: number, total: number, isAtLeast = false): string {
  const { number, unit } = formatCount(total, { isAtLeast, unit: '개' })
  return `총 ${number}${unit} 중 ${formatNumber(shownCount)}개 표시`
}

/** Number of rows down to the lowest one on screen. */
function countRowsShown({ scroller, geometry, topRow }: Table, total: number): number {
  const room = (scroller?.clientHeight ?? 0) - computeStickyTop(geometry)
  const isAtEnd = scroller !== null && scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 1
  if (isAtEnd) return total
  return Math.max(0, Math.min(total, topRow + Math.floor(room / geometry.rowHeight)))
}

function formatFooterHint({ props: { source } }: Table, shownCount: number, total: number): string {
  const { status, isComplete } = source.getState()
  const isLoading =
    status === 'loading' || !isComplete || (shownCount > 0 && source.rowAt(shownCount - 1) === undefined)
  if (isLoading) return hints.loading
  return shownCount < total ? hints.more : hints.all
}

/** `loading` is the widest. */
const hints = {
  loading: '더 많은 데이터를 불러오는 중...',
  more: '아래로 스크롤하여 더 보기',
  all: '모든 데이터를 불러왔습니다',
} as const

function ModeSwitch({ isPaged, onMode }: { isPaged: boolean; onMode: (mode: PagingMode) => void }) {
  return (
    <button
      type="button"
      aria-pressed={!isPaged}
      onClick={() => onMode(isPaged ? 'infinite' : 'paged')}
      className={`${controlClass} font-medium aria-pressed:border-primary aria-pressed:bg-primary-wash hover:bg-paper-sunk`}
    >
      무한스크롤
    </button>
  )
}

const controlClass =
  'h-7 rounded-control border border-rule-strong bg-paper-raised px-1.5 text-label text-ink coarse:h-11 coarse:text-[16px]'

function PageSize({ paging }: { paging: Paging }) {
  return (
    <label className="flex items-center gap-1.5 max-sm:ml-auto sm:in-data-[tight~=size]:hidden">
      <span className="sm:@max-4xl/paging:sr-only">페이지당</span>
      <select
        value={paging.pageSize}
        onChange={(event) => paging.onPageSize(Number(event.target.value))}
        className={`${controlClass} pr-6`}
      >
        {paging.pageSizes.map((size) => (
          <option key={size} value={size}>
            {formatNumber(size)}건
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
    const page = parsePage(text)
    const { notANumber, outOfRange } = paging.jumpMessages
    if (page === null) table.props.onMessage({ type: 'error', text: notANumber(pages) })
    else if (page < 1 || page > pages) table.props.onMessage({ type: 'error', text: outOfRange(pages) })
    else {
      onJump(page)
      setText('')
    }
  }

  return (
    <div className="flex items-center gap-1.5 max-sm:hidden in-data-[tight~=jump]:hidden">
      <label htmlFor={id} className="whitespace-nowrap @max-6xl/paging:sr-only">
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
        placeholder={`/ ${formatNumber(pages)}`}
        className={`${controlClass} w-16 text-right`}
      />
      <button type="button" onClick={jump} className={`${controlClass} font-medium hover:bg-paper-sunk`}>
        이동
      </button>
    </div>
  )
}

/**
 * 총 n건, or 총 1만 건 이상. Empty while the number is unknown, because 0 rows while loading isn't a
 * result.
 */
function PagingTotal({ table, total }: { table: Table; total: number }) {
  const { status, isComplete, isAtLeast, copying } = useSourceState(table.props.source)
  const isKnown = total > 0 || (status === 'ready' && isComplete)
  const count = formatCount(total, { isAtLeast: isAtLeast === true })
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
