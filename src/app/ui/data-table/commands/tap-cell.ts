import { openEditor } from '../editing/cell-editor.ts'
import { pressCell } from '../focus/focus-actions.ts'
import type { CellPosition } from '../focus/cell-navigation.ts'
import { hasSelection } from '../selection/cell-selection.ts'
import type { Table } from '../table.ts'
import { openActiveRow } from './run-table-command.ts'

/**
 * A tap selects a cell without opening the keyboard. A tap on the active cell opens it, because
 * touch has no double click or F2. In a range the first tap only clears the range. Returns the same
 * as `pressCell`.
 */
export function tapCell(table: Table, to: CellPosition): boolean {
  const { position } = table
  const isSame = position.row === to.row && position.column === to.column
  const isOpening = table.isFocused && isSame && !hasSelection(table)
  const isLeftToBrowser = pressCell(table, to)
  if (!isLeftToBrowser && isOpening && !openEditor(table)) openActiveRow(table)
  return isLeftToBrowser
}
