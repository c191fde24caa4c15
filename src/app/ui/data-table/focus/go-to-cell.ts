import type { CellTarget } from '../data-table-props.ts'
import { moveTo } from './focus-actions.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'

/** How long a record may take to come into the list: another page of it is a result of its own. */
const patienceMs = 2_000

/**
 * Makes a record's cell the active one, wherever it stands in the result, now or as soon as it comes in. A hidden column keeps the present one. Answers the way
 * to stop waiting.
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
  // Who has begun to type elsewhere by now is not taken away from there: half of the word would stand in each cell.
  if (table.session.mode !== 'ready') return true
  const column = columns.findIndex((candidate) => candidate.key === key)
  moveTo(table, { row, column: column === -1 ? table.position.column : column })
  table.activeId = rowId
  if (!keepsFocus) focusCellInput(table)
  return true
}
