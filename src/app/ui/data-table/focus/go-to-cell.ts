import type { CellTarget } from '../data-table-props.ts'
import { moveTo } from './focus-actions.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'

/** How long to wait for a record to appear in the list, in ms; another page is a new result. */
const patienceMs = 2_000

/**
 * Makes a record's cell active, now or when the record loads. If the column is hidden, the current
 * column stays. Returns a function that stops waiting.
 */
export function goToCell(table: Table, target: CellTarget): () => void {
  if (goNow(table, target)) return () => undefined
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = table.props.source.subscribe(() => {
    if (goNow(table, target)) stop()
  })
  const timer = setTimeout(stop, patienceMs)
  return stop
}

function goNow(table: Table, { rowId, key, keepsFocus }: CellTarget): boolean {
  const { source, columns } = table.props
  const row = source.indexOf(rowId)
  if (row === -1) return false
  // Don't move a user who is typing; the text would be split over two cells.
  if (table.session.mode !== 'ready') return true
  const column = columns.findIndex((candidate) => candidate.key === key)
  moveTo(table, { row, column: column === -1 ? table.position.column : column })
  table.activeId = rowId
  if (!keepsFocus) focusCellInput(table)
  return true
}
