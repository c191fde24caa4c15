import type { CellTarget } from '../data-table-props.ts'
import { moveTo } from './focus-actions.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'

/** How long to wait for a record to appear in the list, in ms; another page is a new result. */
const timeoutMs = 2_000

/**
 * Makes a record's cell active, now or once the record has loaded. Keeps the current column if the
 * target's is hidden. Returns a function that stops waiting.
 */
export function goToCell(table: Table, target: CellTarget): () => void {
  if (tryGoTo(table, target)) return () => undefined
  const stop = () => {
    unsubscribe()
    clearTimeout(timer)
  }
  const unsubscribe = table.props.source.subscribe(() => {
    if (tryGoTo(table, target)) stop()
  })
  const timer = setTimeout(stop, timeoutMs)
  return stop
}

function tryGoTo(table: Table, { rowId, key, keepsFocus }: CellTarget): boolean {
  const { source, columns } = table.props
  const row = source.indexOf(rowId)
  if (row === -1) return false
  // Never move the active cell while the user types: the text would be split over two cells.
  if (table.session.mode !== 'ready') return true
  const column = columns.findIndex((candidate) => candidate.key === key)
  moveTo(table, { row, column: column === -1 ? table.position.column : column })
  table.activeId = rowId
  if (!keepsFocus) focusCellInput(table)
  return true
}
