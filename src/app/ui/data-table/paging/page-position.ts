import { rowAtTop, topOfRow } from '../layout/geometry.ts'
import { pageCount } from './paging-window.ts'
import type { Table } from '../table.ts'

/**
 * The page at the top of the list, from 1. The last pages cannot reach the top, so a chosen page
 * counts until the user scrolls, and the end of the list counts as the last page.
 */
export function currentPage(table: Table, pageSize: number, total: number): number {
  const { scroller, chosenPage } = table
  if (chosenPage && scroller && Math.abs(scroller.scrollTop - chosenPage.scrollTop) < 1) return chosenPage.page
  const isAtEnd = scroller !== null && scroller.scrollTop > 0 && endOf(scroller) - scroller.scrollTop < 1
  if (isAtEnd) return pageCount(total, pageSize)
  return Math.floor(table.topRow / pageSize) + 1
}

/** Scrolls the first row of a page to the top; the active cell doesn't change. */
export function goToPage(table: Table, page: number, pageSize: number): void {
  const { scroller, geometry } = table
  if (!scroller) return
  const top = Math.min(topOfRow(geometry, (page - 1) * pageSize), endOf(scroller))
  scroller.scrollTop = top
  table.chosenPage = { page, scrollTop: scroller.scrollTop }
  table.topRow = rowAtTop(geometry, scroller.scrollTop)
  table.signals.emit('scroll')
}

function endOf(scroller: HTMLElement): number {
  return scroller.scrollHeight - scroller.clientHeight
}
