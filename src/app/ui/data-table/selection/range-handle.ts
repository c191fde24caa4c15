import type { CellPosition } from '../focus/cell-navigation.ts'
import { computeStickyTop, computeTopOfRow, type Geometry } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import type { CellRange } from './cell-range.ts'
import { listSelectedRanges } from './cell-selection.ts'
import { watchDrag } from './drag-select.ts'
import { selectBetween } from './select-cells.ts'

/** The two corners of a range that can be dragged by touch. */
export type HandleSide = 'start' | 'end'

/** Touch target in px; the visible handle is smaller. */
export const handleSize = 44
const scrollZone = 48

/** The corner that moves with the finger; the other stays and becomes the active cell. */
export function getHandleCorners(
  range: CellRange,
  side: HandleSide,
): { fixedCorner: CellPosition; movingCorner: CellPosition } {
  const start = { row: range.top, column: range.left }
  const end = { row: range.bottom, column: range.right }
  return side === 'start' ? { fixedCorner: end, movingCorner: start } : { fixedCorner: start, movingCorner: end }
}

/** Centre of a handle, in px of the scrolled content. */
export function computeHandleCenter(range: CellRange, side: HandleSide, geometry: Geometry): { x: number; y: number } {
  const { movingCorner } = getHandleCorners(range, side)
  const [left, width] = [geometry.lefts[movingCorner.column] ?? 0, geometry.widths[movingCorner.column] ?? 0]
  const top = computeStickyTop(geometry) + computeTopOfRow(geometry, movingCorner.row)
  return side === 'start' ? { x: left, y: top } : { x: left + width, y: top + geometry.rowHeight }
}

/**
 * A corner is between cells, so the point that counts is half a row inside the held one, which
 * tolerates a shaky finger.
 */
export function computeInsideOffset(range: CellRange, side: HandleSide, geometry: Geometry): { x: number; y: number } {
  const { movingCorner } = getHandleCorners(range, side)
  const inside = {
    x: Math.min(geometry.rowHeight, geometry.widths[movingCorner.column] ?? 0) / 2,
    y: geometry.rowHeight / 2,
  }
  return side === 'start' ? inside : { x: -inside.x, y: -inside.y }
}

/**
 * Starts dragging a handle. The range follows the finger, also past the other corner; the page
 * doesn't scroll meanwhile (`touch-action`).
 */
export function pressRangeHandle(table: Table, side: HandleSide, event: PointerEvent): void {
  const [range] = listSelectedRanges(table)
  if (!range || !event.isPrimary || table.session.mode !== 'ready' || !(event.target instanceof Element)) return
  // Prevents the mouse events that would follow and select a cell.
  event.preventDefault()
  const { fixedCorner, movingCorner } = getHandleCorners(range, side)
  const box = event.target.getBoundingClientRect()
  const inside = computeInsideOffset(range, side, table.geometry)
  let hasMoved = false
  setDrawing(table, true)
  watchDrag(table, {
    zone: scrollZone,
    offset: {
      x: box.left + box.width / 2 - event.clientX + inside.x,
      y: box.top + box.height / 2 - event.clientY + inside.y,
    },
    onCell(position) {
      hasMoved ||= position.row !== movingCorner.row || position.column !== movingCorner.column
      if (hasMoved) selectBetween(table, fixedCorner, position)
    },
    onEnd: () => setDrawing(table, false),
  })
}

function setDrawing(table: Table, isDrawingRange: boolean): void {
  table.isDrawingRange = isDrawingRange
  table.signals.emit('selection')
}
