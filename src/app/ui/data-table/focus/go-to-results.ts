import { matchFinder } from '#domain/text/match-ranges.ts'
import { cellLook } from '../cells/cell-look.ts'
import { isSearched } from '../columns/table-columns.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { mountedTables } from '../mounted-tables.ts'
import type { Table } from '../table.ts'
import { moveTo } from './focus-actions.ts'

/** How long to wait for the results before the focus stays in place, in ms. */
const timeoutMs = 2_000

/**
 * Moves the focus from the search box to the results: the first cell containing the typed text
 * becomes active once they arrive. Without a result, or when the user has moved on, the focus
 * stays. Returns whether the table exists.
 */
export function goToResults(tableId: string, typed: string): boolean {
  const table = mountedTables().find(({ props }) => props.tableId === tableId)
  if (!table) return false
  const previousFocus = document.activeElement
  if (enterNow(table, typed)) return true
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = table.props.source.subscribe(() => {
    if (document.activeElement !== previousFocus || enterNow(table, typed)) stop()
  })
  const timer = setTimeout(stop, timeoutMs)
  return true
}

/** Returns true when the results have arrived, whether or not they contain a match. */
function enterNow(table: Table, typed: string): boolean {
  const { props, sourceSeen } = table
  const isAnswered = (props.search ?? '').trim() === typed.trim() && sourceSeen.queryKey === props.queryKey
  const { status, total } = props.source.getState()
  if (!isAnswered || status === 'loading') return false
  if (total === 0) return true
  const first = props.source.rowAt(0)
  if (!first) return false
  const find = matchFinder(typed)
  const columnIndex = props.columns.findIndex(
    (column) => isSearched(column) && (find?.(cellLook(column, first, {}).text).length ?? 0) > 0,
  )
  moveTo(table, { row: 0, column: Math.max(0, columnIndex) })
  focusCellInput(table)
  return true
}
