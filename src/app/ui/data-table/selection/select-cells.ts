import type { Extension } from '../commands/key-commands.ts'
import { finishEdit } from '../editing/cell-editor.ts'
import { focusCellInput, prepareCellInput } from '../editing/prepare-cell-input.ts'
import { type CellPosition, movePosition } from '../focus/cell-navigation.ts'
import { moveTo, revealCell } from '../focus/focus-actions.ts'
import { type Table, toGridShape, updateFocusView } from '../table.ts'
import { changeSelection, hasSelection, listSelectedRanges } from './cell-selection.ts'

/**
 * Shift with a move: moves the other corner; the active cell stays. Does nothing in the header and
 * the entry line.
 */
export function extendBy(table: Table, move: Extension): boolean {
  const from = table.selection.corner ?? table.position
  if (table.position.row < 0) return true
  const to = movePosition(from, move, toGridShape(table))
  if (to) extendTo(table, to)
  return true
}

/** Makes `to` the other corner, for Shift+click and drags. */
export function extendTo(table: Table, to: CellPosition): void {
  if (table.position.row < 0) {
    moveTo(table, to)
    return
  }
  const corner = {
    row: Math.max(0, to.row),
    column: Math.min(table.props.columns.length - 1, Math.max(0, to.column)),
  }
  const currentCorner = table.selection.corner ?? table.position
  if (corner.row === currentCorner.row && corner.column === currentCorner.column) return
  table.tabRun = null
  changeSelection(table, { corner })
  revealCell(table, corner)
}

/**
 * Selects the range between two cells and makes the first active; a finger may hold either corner.
 */
export function selectBetween(table: Table, from: CellPosition, to: CellPosition): void {
  if (table.position.row !== from.row || table.position.column !== from.column) {
    table.position = from
    table.activeId = table.props.source.rowAt(from.row)?.id ?? null
    prepareCellInput(table)
    updateFocusView(table)
  }
  const isSingleCell = from.row === to.row && from.column === to.column
  changeSelection(table, { corner: isSingleCell ? null : to, extent: 'cells', extras: [] })
  revealCell(table, to)
}

/** Ctrl+click: keeps the selection and starts another rectangle at `position`. */
export function addRangeAt(table: Table, position: CellPosition): void {
  const otherRanges = table.position.row < 0 || position.row < 0 ? [] : listSelectedRanges(table)
  moveTo(table, position)
  if (otherRanges.length > 0) changeSelection(table, { extras: otherRanges })
}

export function selectRows(table: Table): boolean {
  if (table.position.row < 0) return true
  const { corner, extent } = table.selection
  changeSelection(table, {
    corner: corner ?? table.position,
    extent: extent === 'columns' || extent === 'all' ? 'all' : 'rows',
  })
  return true
}

/** Selects the columns of the selection; from the header or the entry line the current column. */
export function selectColumns(table: Table): boolean {
  if (!enterRows(table)) return true
  const { corner, extent } = table.selection
  changeSelection(table, {
    corner: corner ?? table.position,
    extent: extent === 'rows' || extent === 'all' ? 'all' : 'columns',
  })
  return true
}

export function selectAll(table: Table): boolean {
  if (!enterRows(table)) return true
  changeSelection(table, { corner: table.position, extent: 'all', extras: [] })
  return true
}

/**
 * A press on a column header with Shift (up to this column) or Ctrl (this one too). Commits an open
 * editor first.
 */
export function selectColumnAt(table: Table, column: number, mode: 'extend' | 'add'): void {
  finishEdit(table, {
    mode: 'commit',
    after() {
      const hasColumns = table.selection.extent === 'columns'
      if (mode === 'extend' && hasColumns) {
        changeSelection(table, { corner: { row: table.position.row, column } })
      } else {
        const otherRanges = mode === 'add' && hasSelection(table) ? listSelectedRanges(table) : []
        table.position = { row: Math.max(0, Math.min(table.topRow, table.props.source.getState().total - 1)), column }
        table.activeId = table.props.source.rowAt(table.position.row)?.id ?? null
        changeSelection(table, { corner: table.position, extent: 'columns', extras: otherRanges })
        updateFocusView(table)
      }
      focusCellInput(table)
    },
  })
}

/**
 * Whether there are rows to select in. If the active cell is above them, moves it to the first
 * visible row.
 */
function enterRows(table: Table): boolean {
  const { total } = table.props.source.getState()
  if (total === 0) return false
  if (table.position.row < 0) moveTo(table, { row: Math.min(table.topRow, total - 1), column: table.position.column })
  return true
}
