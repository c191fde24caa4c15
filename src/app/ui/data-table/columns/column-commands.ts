import { finishEdit } from '../editing/cell-editor.ts'
import { revealCell } from '../focus/focus-actions.ts'
import { fittingWidths } from './fit-width.ts'
import type { Column } from '../data-table-props.ts'
import { columnWidth } from '../layout/geometry.ts'
import type { CommandId } from '../commands/key-commands.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { addSort } from '../commands/sort-by.ts'
import { selectOnlyActive } from '../selection/cell-selection.ts'
import { activeColumn, announceFocus } from '../table.ts'
import type { Table } from '../table.ts'
import { foldRow } from '../unfolding/fold-row.ts'
import { setAllUnfolded } from '../unfolding/unfold-rows.ts'

/** Commands of the header and of unfolding rows; false leaves the key to the browser. */
export const columnCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  'sort-further': (table) => addSort(table, table.position.column),
  'column-menu': (table) => openColumnMenu(table, activeColumn(table)?.key),
  'column-left': (table) => moveColumn(table, -1),
  'column-right': (table) => moveColumn(table, 1),
  'column-narrower': (table) => widenColumn(table, -widthStep),
  'column-wider': (table) => widenColumn(table, widthStep),
  'unfold-row': (table) => foldColumns(table, true),
  'fold-row': (table) => foldColumns(table, false),
}

export function openColumnMenu(table: Table, key: string | undefined): boolean {
  if (key === undefined) return false
  table.menuColumn = key
  table.signals.emit('column-menu')
  return true
}

/** Fits columns to the text of the rows near the top of the view. */
export function fitColumns(table: Table, columns: readonly Column[]): void {
  table.setWidths(fittingWidths(columns, table.props.source, table.topRow))
}

/**
 * Keeps the focus on its column when columns change or move. If the column is gone, an open editor
 * commits and the focus goes to the column now in its position. Call it with the new columns while
 * `table.props` still holds the old ones, and call the returned function once it holds the new
 * ones.
 */
export function followColumns(table: Table, next: readonly Column[]): () => void {
  const before = table.props.columns
  const isSame = before.length === next.length && before.every((column, at) => column.key === next[at]?.key)
  if (isSame) return () => {}
  const key = before[table.position.column]?.key
  const found = key === undefined ? next.length : next.findIndex((column) => column.key === key)
  if (found === -1) finishEdit(table, { mode: 'commit', isImmediate: true })
  const column = found === -1 ? Math.max(0, Math.min(table.position.column, next.length - 1)) : found
  return () => {
    selectOnlyActive(table)
    table.tabRun = null
    table.position = { row: table.position.row, column }
    announceFocus(table)
    if (table.isFocused) revealCell(table)
  }
}

function moveColumn(table: Table, by: -1 | 1): boolean {
  const column = activeColumn(table)
  if (column) table.props.columnActions?.move(column.key, by)
  return true
}

/** In px per key press. */
const widthStep = 16

function widenColumn(table: Table, by: number): boolean {
  const column = activeColumn(table)
  const width = table.geometry.widths[table.position.column]
  if (column && width !== undefined)
    table.setWidths({ [column.key]: columnWidth(column, { [column.key]: width + by }) })
  return true
}

function foldColumns(table: Table, isUnfolded: boolean): boolean {
  const { row } = table.position
  if (row === headerRow) setAllUnfolded(table, isUnfolded)
  else if (row >= 0) foldRow(table, row, isUnfolded)
  return true
}
