import { type CSSProperties, type MouseEvent, useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { isTouch, onPointerKindChange } from '../commands/last-pointer.ts'
import { tapCell } from '../commands/pointer-events.ts'
import { followHorizontalScroll } from '../layout/follow-horizontal-scroll.ts'
import type { Geometry } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import type { CellRange } from './cell-range.ts'
import { listSelectedRanges } from './cell-selection.ts'
import { computeHandleCenter, getHandleCorners, type HandleSide, handleSize, pressRangeHandle } from './range-handle.ts'

interface RangeHandlesProps {
  table: Table
  geometry: Geometry
  scroller: HTMLElement | null
}

/**
 * For touch: a round handle at each end of the range or active cell, to resize it. A mouse drags
 * over the cells instead.
 */
export function RangeHandles({ table, geometry, scroller }: RangeHandlesProps) {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [
        table.signals.on('focus', listener),
        table.signals.on('selection', listener),
        onPointerKindChange(listener),
      ]
      return () => stops.forEach((stop) => stop())
    },
    [table],
  )
  const rangeKey = useSyncExternalStore(subscribe, () => serializeHandledRange(table))
  if (rangeKey === '') return null
  const range = parseRangeKey(rangeKey)
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 z-2 print:hidden">
      <Handle table={table} geometry={geometry} scroller={scroller} range={range} side="start" />
      <Handle table={table} geometry={geometry} scroller={scroller} range={range} side="end" />
    </div>
  )
}

function Handle({
  table,
  geometry,
  scroller,
  range,
  side,
}: RangeHandlesProps & { range: CellRange; side: HandleSide }) {
  const handle = useRef<HTMLSpanElement>(null)
  const { x, y } = computeHandleCenter(range, side, geometry)
  const isPinned = getHandleCorners(range, side).movingCorner.column < geometry.pinnedCount
  useHideUnderPinned(handle, scroller, { table, geometry, x: isPinned ? null : x })
  const left = x - handleSize / 2
  const positionStyle: CSSProperties = isPinned ? { position: 'sticky', left } : { position: 'relative', left }
  return (
    <div className="absolute inset-x-0 h-0" style={{ top: y - handleSize / 2 }}>
      <span
        ref={handle}
        data-range-handle={side}
        onPointerDown={(event) => pressRangeHandle(table, side, event.nativeEvent)}
        onClick={(event) => tapBeneath(table, event)}
        className="pointer-events-auto flex size-11 touch-none items-center justify-center"
        style={positionStyle}
      >
        <span className="size-3.5 rounded-full border-2 border-paper-raised bg-primary shadow-float" />
      </span>
    </div>
  )
}

/** A tap on a handle goes to the cell under it. */
function tapBeneath(table: Table, event: MouseEvent): void {
  const cell = document
    .elementsFromPoint(event.clientX, event.clientY)
    .map((element) => element.closest<HTMLElement>('[data-row][data-col]'))
    .find((candidate) => candidate !== null)
  if (cell) tapCell(table, { row: Number(cell.dataset['row']), column: Number(cell.dataset['col']) })
}

/**
 * Hides a handle that scrolls under pinned columns or the action column; it is above the rows and
 * would cover those columns.
 */
function useHideUnderPinned(
  handle: { readonly current: HTMLElement | null },
  scroller: HTMLElement | null,
  { table, geometry, x }: { table: Table; geometry: Geometry; x: number | null },
) {
  const { pinnedWidth, actionWidth } = geometry
  useLayoutEffect(() => {
    const element = handle.current
    if (!scroller || !element || x === null) return undefined
    const stop = followHorizontalScroll(table, scroller, (view) => {
      const viewX = x - view.left
      const isVisible = viewX >= pinnedWidth && viewX <= view.width - actionWidth
      element.style.visibility = isVisible ? '' : 'hidden'
    })
    return () => {
      stop()
      element.style.visibility = ''
    }
  }, [handle, table, scroller, x, pinnedWidth, actionWidth])
}

/** A string, so that snapshots compare by value; empty when there are no handles. */
function serializeHandledRange(table: Table): string {
  const { session, selection, isFocused, isScreenReaderMode } = table
  const [range, ...others] = listSelectedRanges(table)
  const hasHandles = isFocused && !isScreenReaderMode && session.mode === 'ready' && isTouch()
  if (!hasHandles || !range || others.length > 0 || selection.extent !== 'cells') return ''
  return `${range.top},${range.left},${range.bottom},${range.right}`
}

function parseRangeKey(rangeKey: string): CellRange {
  const [top = 0, left = 0, bottom = 0, right = 0] = rangeKey.split(',').map(Number)
  return { top, left, bottom, right }
}
