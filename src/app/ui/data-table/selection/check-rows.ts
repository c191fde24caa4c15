import type { RowSelection } from '../data-table-props.ts'
import { computeCurrentPage } from '../paging/use-pages.ts'
import { type Table, toGridShape } from '../table.ts'
import { countRows } from './cell-range.ts'
import { listSelectedRanges } from './cell-selection.ts'
import { type ReadOutcome, readSourceRows } from './read-source-rows.ts'
import { isIdChecked, noRows, selectAllMatching, selectionForQuery, withRows } from './row-checks.ts'

/**
 * A press on a row number: checks only that row, with Ctrl or Command toggles it, with Shift checks
 * all from the last one.
 */
export function pressRowNumber(
  table: Table,
  row: number,
  event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean },
): void {
  if (event.shiftKey && table.lastChecked !== null) {
    checkThrough(table, row)
    return
  }
  const id = table.props.source.rowAt(row)?.id
  if (id === undefined) return
  if (event.ctrlKey || event.metaKey) toggleRow(table, row)
  else {
    table.lastChecked = row
    setSelection(table, { kind: 'ids', ids: new Set([id]) })
  }
}

/** A press on the checkbox toggles it; with Shift it checks all from the last one. */
export function pressCheckbox(table: Table, row: number, isShift: boolean): void {
  if (isShift && table.lastChecked !== null) checkThrough(table, row)
  else toggleRow(table, row)
}

/** The header checkbox: checks all rows of this screen, or unchecks all when any is checked. */
export function toggleAllOnScreen(table: Table): void {
  const selection = readSelection(table)
  if (!selection) return
  const isNone = selection.kind === 'ids' && selection.ids.size === 0
  if (!isNone) setSelection(table, noRows)
  else void checkRanges(table, [getScreenRows(table)], { base: noRows, shouldCheck: true })
}

/** 검색 결과 N건 전체 선택. */
export function checkAllMatching(table: Table): void {
  setSelection(table, selectAllMatching(table.props.queryKey))
}

export function uncheckAllRows(table: Table): void {
  table.lastChecked = null
  setSelection(table, noRows)
}

/**
 * Ctrl+Shift+Space: checks the rows of the selected cells, or unchecks them when the active row is
 * checked. Selecting the whole result uses the predicate.
 */
export function checkSelectedRows(table: Table): boolean {
  const selection = readSelection(table)
  if (!selection) return false
  const ranges = listSelectedRanges(table)
  const total = countMatching(table)
  const shouldCheck = !isIdChecked(selection, table.activeId ?? '')
  if (ranges.some((range) => countRows(range) === total && total > 1)) {
    setSelection(table, shouldCheck ? selectAllMatching(table.props.queryKey) : noRows)
    return true
  }
  table.lastChecked = table.position.row
  const rows = ranges.map(({ top, bottom }) => ({ first: top, last: bottom }))
  void checkRanges(table, rows, { base: selection, shouldCheck })
  return true
}

/** The rows of the page at the top, or the visible rows when there are no pages. */
export function getScreenRows(table: Table): { first: number; last: number } {
  const { paging, source } = table.props
  const { total } = source.getState()
  if (paging?.mode === 'paged') return { first: 0, last: total - 1 }
  if (!paging) return { first: table.topRow, last: Math.min(total, table.topRow + toGridShape(table).pageRows + 1) - 1 }
  const first = (computeCurrentPage(table, paging.pageSize, total) - 1) * paging.pageSize
  return { first, last: Math.min(total, first + paging.pageSize) - 1 }
}

/** Number of records the whole search finds; the source may hold one page of it. */
export function countMatching({ props }: Pick<Table, 'props'>): number {
  const { rowSelection, paging, source } = props
  const pagedTotal = paging?.mode === 'paged' ? paging.getWindow?.().total : undefined
  return rowSelection?.matchingTotal ?? pagedTotal ?? source.getState().total
}

function toggleRow(table: Table, row: number): void {
  const id = table.props.source.rowAt(row)?.id
  const selection = readSelection(table)
  if (id === undefined || !selection) return
  table.lastChecked = row
  setSelection(table, withRows(selection, [id], !isIdChecked(selection, id)))
}

function checkThrough(table: Table, row: number): void {
  const from = table.lastChecked ?? row
  const selection = readSelection(table)
  const range = { first: Math.min(from, row), last: Math.max(from, row) }
  if (selection) void checkRanges(table, [range], { base: selection, shouldCheck: true })
}

/** Fetches rows that aren't loaded first, because a selection of rows is a set of ids. */
async function checkRanges(
  table: Table,
  ranges: readonly { first: number; last: number }[],
  { base, shouldCheck }: { base: RowSelection; shouldCheck: boolean },
): Promise<void> {
  const ids: string[] = []
  const outcomes: ReadOutcome[] = []
  for (const range of ranges) outcomes.push(await readSourceRows(table, range, (row) => ids.push(row.id)))
  if (outcomes.every((outcome) => outcome === 'read')) setSelection(table, withRows(base, ids, shouldCheck))
  else table.props.onMessage({ type: 'warning', text: '행을 모두 불러오지 못해 선택하지 않았습니다.' })
}

function readSelection(table: Table): RowSelection | null {
  const { rowSelection, queryKey } = table.props
  return rowSelection ? selectionForQuery(rowSelection.value, queryKey) : null
}

function setSelection(table: Table, next: RowSelection): void {
  table.props.rowSelection?.onChange(next)
}
