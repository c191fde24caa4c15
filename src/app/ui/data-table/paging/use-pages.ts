import { useCallback, useSyncExternalStore } from 'react'
import { formatNumber } from '#contract/text/format-number.ts'
import type { Paging, PagingMode } from '../data-table-props.ts'
import { moveTo } from '../focus/focus-actions.ts'
import { computeTopOfRow, findRowAtTop } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import { countPages } from './page-slots.ts'

interface Pages {
  readonly page: number
  readonly pages: number
  /** Number of records on all pages. */
  readonly all: number
  /** Goes to a page, limited to the first and last. */
  go(page: number): void
  changeMode(mode: PagingMode): void
}

/** The table's current page and functions to change it. */
export function usePages(table: Table, paging: Paging, total: number): Pages {
  const { page, pages, all } = usePagePosition(table, paging, total)
  const isPaged = paging.mode === 'paged'

  function go(to: number) {
    const clamped = Math.max(1, Math.min(pages, to))
    if (isPaged) paging.onPage?.(clamped)
    else goToPage(table, clamped, paging.pageSize)
  }

  function changeMode(mode: PagingMode) {
    paging.onMode?.(mode, page)
    table.props.onMessage({ type: 'info', text: modeMessages[mode] })
    // The list exists only after the source was notified; keeps the user at the same rows.
    if (mode === 'infinite') requestAnimationFrame(() => scrollToPage(table, page, paging.pageSize))
  }

  return { page, pages, all, go, changeMode }
}

export function formatPage(page: number, pages: number): string {
  return `${formatNumber(page)} / ${formatNumber(pages)} 페이지`
}

const modeMessages: Record<PagingMode, string> = {
  infinite: '무한스크롤 모드가 활성화되었습니다.',
  paged: '페이지네이션 모드가 활성화되었습니다.',
}

function usePagePosition(table: Table, paging: Paging, total: number): { page: number; pages: number; all: number } {
  const { getWindow } = paging
  const isPaged = paging.mode === 'paged' && getWindow !== undefined
  const scrolledPage = useSyncExternalStore(
    useCallback((listener) => table.signals.on('scroll', listener), [table]),
    () =>
      isPaged ? 1 : Math.min(countPages(total, paging.pageSize), computeCurrentPage(table, paging.pageSize, total)),
  )
  if (!isPaged) return { page: scrolledPage, pages: countPages(total, paging.pageSize), all: total }
  const { page, pages, total: all } = getWindow()
  return { page, pages, all }
}

function scrollToPage(table: Table, page: number, pageSize: number): void {
  const row = Math.min((page - 1) * pageSize, table.props.source.getState().total - 1)
  if (row < 0) return
  if (table.session.mode === 'ready' && table.position.row >= 0) moveTo(table, { row, column: table.position.column })
  goToPage(table, page, pageSize)
}

/**
 * The page at the top of the list, from 1. The last pages cannot reach the top, so a chosen page
 * counts until the user scrolls, and the end of the list counts as the last page.
 */
export function computeCurrentPage(table: Table, pageSize: number, total: number): number {
  const { scroller, chosenPage } = table
  if (chosenPage && scroller && Math.abs(scroller.scrollTop - chosenPage.scrollTop) < 1) return chosenPage.page
  const isAtEnd = scroller !== null && scroller.scrollTop > 0 && findScrollEnd(scroller) - scroller.scrollTop < 1
  if (isAtEnd) return countPages(total, pageSize)
  return Math.floor(table.topRow / pageSize) + 1
}

/** Scrolls the first row of a page to the top; the active cell doesn't change. */
function goToPage(table: Table, page: number, pageSize: number): void {
  const { scroller, geometry } = table
  if (!scroller) return
  const top = Math.min(computeTopOfRow(geometry, (page - 1) * pageSize), findScrollEnd(scroller))
  scroller.scrollTop = top
  table.chosenPage = { page, scrollTop: scroller.scrollTop }
  table.topRow = findRowAtTop(geometry, scroller.scrollTop)
  table.signals.emit('scroll')
}

function findScrollEnd(scroller: HTMLElement): number {
  return scroller.scrollHeight - scroller.clientHeight
}

/** 순번 of a row, from 1 across all pages: with 20 rows per page, page 2 starts at 21. */
export function computeRowNumber(paging: Pick<Paging, 'mode' | 'getWindow'> | undefined, index: number): number {
  const offset = paging?.mode === 'paged' ? (paging.getWindow?.().first ?? 0) : 0
  return offset + index + 1
}

/** `10,000` and `건`; for a count that stopped at a limit `1만` and ` 건 이상`. */
export function formatCount(total: number, { isAtLeast = false, unit = '건' } = {}): { number: string; unit: string } {
  if (!isAtLeast) return { number: formatNumber(total), unit }
  const isRound = total % 10_000 === 0
  return { number: isRound ? `${total / 10_000}만` : formatNumber(total), unit: ` ${unit} 이상` }
}
