import type { CellPosition } from '../focus/cell-navigation.ts'
import type { Geometry } from '../layout/geometry.ts'
import { stickyTop, topOfRow } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import type { CellRange } from './cell-range.ts'
import { selectedRanges } from './cell-selection.ts'
import { followDrag } from './drag-select.ts'
import { selectBetween } from './select-cells.ts'

/** The two corners of a range that a finger may hold. */
export type HandleSide = 'start' | 'end'

/** Px of the square that answers a finger; what is drawn in its middle is smaller. */
export const handleSize = 44
const scrollZone = 48

/** Which corner goes along with the finger; the other one stays, and becomes the active cell. */
export function heldCorner(range: CellRange, side: HandleSide): { stays: CellPosition; goes: CellPosition } {
  const start = { row: range.top, column: range.left }
  const end = { row: range.bottom, column: range.right }
  return side === 'start' ? { stays: end, goes: start } : { stays: start, goes: end }
}

/** Where the middle of a handle stands, in px of all that scrolls. */
export function handlePlace(range: CellRange, side: HandleSide, geometry: Geometry): { x: number; y: number } {
  const { goes } = heldCorner(range, side)
  const [left, width] = [geometry.lefts[goes.column] ?? 0, geometry.widths[goes.column] ?? 0]
  const top = stickyTop(geometry) + topOfRow(geometry, goes.row)
  return side === 'start' ? { x: left, y: top } : { x: left + width, y: top + geometry.rowHeight }
}

/** A corner stands between cells: what counts lies half a row inside the one that is held, so that a finger may tremble. */
export function insideOffset(range: CellRange, side: HandleSide, geometry: Geometry): { x: number; y: number } {
  const { goes } = heldCorner(range, side)
  const inside = { x: Math.min(geometry.rowHeight, geometry.widths[goes.column] ?? 0) / 2, y: geometry.rowHeight / 2 }
  return side === 'start' ? inside : { x: -inside.x, y: -inside.y }
}

/** A finger on a handle: the range follows it, over the other corner too; the page does not scroll meanwhile (`touch-action`). */
export function pressRangeHandle(table: Table, side: HandleSide, event: PointerEvent): void {
  const [range] = selectedRanges(table)
  if (!range || !event.isPrimary || table.session.mode !== 'ready' || !(event.target instanceof Element)) return
  // No mouse events after it, which would choose a cell.
  event.preventDefault()
  const { stays, goes } = heldCorner(range, side)
  const box = event.target.getBoundingClientRect()
  const inside = insideOffset(range, side, table.geometry)
  let hasMoved = false
  setDrawing(table, true)
  followDrag(table, {
    zone: scrollZone,
    offset: {
      x: box.left + box.width / 2 - event.clientX + inside.x,
      y: box.top + box.height / 2 - event.clientY + inside.y,
    },
    onCell(position) {
      hasMoved ||= position.row !== goes.row || position.column !== goes.column
      if (hasMoved) selectBetween(table, stays, position)
    },
    onEnd: () => setDrawing(table, false),
  })
}

function setDrawing(table: Table, isDrawingRange: boolean): void {
  table.isDrawingRange = isDrawingRange
  table.signals.emit('selection')
}
