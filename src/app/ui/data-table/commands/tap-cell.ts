import { openEditor } from '../editing/cell-editor.ts'
import { pressCell } from '../focus/focus-actions.ts'
import type { CellPosition } from '../focus/cell-navigation.ts'
import { hasSelection } from '../selection/cell-selection.ts'
import type { Table } from '../table.ts'
import { openActiveRow } from './run-table-command.ts'

/**
 * A tap chooses a cell, without a keyboard; with a finger there is no second click and no F2, so a tap on the one already chosen opens it. In a range the first tap only
 * lets the range go. Answers as `pressCell` does.
 */
export function tapCell(table: Table, to: CellPosition): boolean {
  const { position } = table
  const isSame = position.row === to.row && position.column === to.column
  const isOpening = table.isFocused && isSame && !hasSelection(table)
  const isLeftToBrowser = pressCell(table, to)
  if (!isLeftToBrowser && isOpening && !openEditor(table)) openActiveRow(table)
  return isLeftToBrowser
}
