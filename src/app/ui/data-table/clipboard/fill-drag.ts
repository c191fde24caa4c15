import type { CellPosition } from '../focus/cell-navigation.ts'
import type { CellRange } from '../selection/cell-range.ts'
import { changeSelection, selectedRanges } from '../selection/cell-selection.ts'
import { followDrag } from '../selection/drag-select.ts'
import type { Table } from '../table.ts'
import { fillOver } from './fill-cells.ts'

/**
 * Starts a fill drag from the handle at the corner of the selection. Dragging extends along one
 * axis, as in Excel; holding Ctrl at the end only copies. Returns whether the press was on the
 * handle.
 */
export function pressFillHandle(table: Table, event: MouseEvent): boolean {
  const isHandle = event.target instanceof Element && event.target.closest('[data-fill-handle]') !== null
  const [source] = selectedRanges(table)
  if (!isHandle || !source || table.session.mode !== 'ready') return false
  event.preventDefault()
  const { corner, extent, extras } = table.selection
  let target = source
  followDrag(table, {
    onCell(position) {
      target = stretchRange(source, position)
      changeSelection(table, { corner: farCorner(table.position, target) })
    },
    onEnd(isCopy) {
      const isSame =
        target.top === source.top &&
        target.bottom === source.bottom &&
        target.left === source.left &&
        target.right === source.right
      if (isSame) changeSelection(table, { corner, extent: extent, extras })
      else fillOver(table, source, { target, isCopy })
    },
  })
  return true
}

/** The source extended to the pointer along the axis with the larger distance. */
function stretchRange(source: CellRange, position: CellPosition): CellRange {
  const down = Math.max(position.row - source.bottom, source.top - position.row, 0)
  const distance = Math.max(position.column - source.right, source.left - position.column, 0)
  if (down === 0 && distance === 0) return source
  return down >= distance
    ? { ...source, top: Math.min(source.top, position.row), bottom: Math.max(source.bottom, position.row) }
    : { ...source, left: Math.min(source.left, position.column), right: Math.max(source.right, position.column) }
}

/** The corner of a range farthest from the active cell. */
function farCorner(position: CellPosition, range: CellRange): CellPosition {
  return {
    row: position.row - range.top > range.bottom - position.row ? range.top : range.bottom,
    column: position.column - range.left > range.right - position.column ? range.left : range.right,
  }
}
