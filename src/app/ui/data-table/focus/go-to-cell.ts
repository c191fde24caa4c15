import { createMatchFinder } from '#domain/text/match-ranges.ts'
import { isDialogOpen } from '../../overlays/is-dialog-open.ts'
import { buildCellLook } from '../cells/table-cell.tsx'
import { isSearched } from '../columns/table-columns.ts'
import type { CellTarget } from '../data-table-props.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { listMountedTables } from '../mounted-tables.ts'
import type { Table } from '../table.ts'
import { moveTo } from './focus-actions.ts'

/** How long to wait for a record to appear in the list, in ms; another page is a new result. */
const recordTimeoutMs = 2_000

/**
 * Makes a record's cell active, now or once the record has loaded, and again in another result that
 * arrives at once: a link may name a record and change the query. Keeps the current column if the
 * target's is hidden. Returns a function that stops waiting.
 */
export function goToCell(table: Table, target: CellTarget): () => void {
  let isReached = tryGoTo(table, target)
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = table.props.source.subscribe(() => {
    if (isReached && table.soughtId !== target.rowId) return stop()
    if (isReached && table.activeId === target.rowId) return
    // A dialog that opened meanwhile, such as the global search, keeps the focus.
    const shouldKeepFocus = isReached || isDialogOpen() || target.shouldKeepFocus === true
    isReached = tryGoTo(table, { ...target, shouldKeepFocus }) || isReached
  })
  const timer = setTimeout(stop, recordTimeoutMs)
  return stop
}

function tryGoTo(table: Table, { rowId, key, shouldKeepFocus }: CellTarget): boolean {
  const { source, columns } = table.props
  const row = source.indexOf(rowId)
  if (row === -1) return false
  // Never move the active cell while the user types: the text would be split over two cells.
  if (table.session.mode !== 'ready') return true
  const column = columns.findIndex((candidate) => candidate.key === key)
  moveTo(table, { row, column: column === -1 ? table.position.column : column })
  table.activeId = rowId
  table.soughtId = rowId
  if (!shouldKeepFocus) focusCellInput(table)
  return true
}

/** How long to wait for the results before the focus stays in place, in ms. */
const resultsTimeoutMs = 2_000

/**
 * Moves the focus from the search box to the results: the first cell containing the typed text
 * becomes active once they arrive. Without a result, or when the user has moved on, the focus
 * stays. Returns whether the table exists.
 */
export function goToResults(tableId: string, typed: string): boolean {
  const table = listMountedTables().find(({ props }) => props.tableId === tableId)
  if (!table) return false
  const previousFocus = document.activeElement
  if (tryEnterResults(table, typed)) return true
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = table.props.source.subscribe(() => {
    if (isDialogOpen() || document.activeElement !== previousFocus || tryEnterResults(table, typed)) stop()
  })
  const timer = setTimeout(stop, resultsTimeoutMs)
  return true
}

/** Returns true when the results have arrived, whether or not they contain a match. */
function tryEnterResults(table: Table, typed: string): boolean {
  const { props, lastSourceState } = table
  const isUpToDate = (props.search ?? '').trim() === typed.trim() && lastSourceState.queryKey === props.queryKey
  const { status, total } = props.source.getState()
  if (!isUpToDate || status === 'loading') return false
  if (total === 0) return true
  const first = props.source.rowAt(0)
  if (!first) return false
  const find = createMatchFinder(typed)
  const columnIndex = props.columns.findIndex(
    (column) => isSearched(column) && (find?.(buildCellLook(column, first, {}).text).length ?? 0) > 0,
  )
  moveTo(table, { row: 0, column: Math.max(0, columnIndex) })
  focusCellInput(table)
  return true
}
