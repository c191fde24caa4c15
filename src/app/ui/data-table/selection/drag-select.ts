import type { CellPosition } from '../focus/cell-navigation.ts'
import { computeStickyTop, findCellAt } from '../layout/geometry.ts'
import type { Table } from '../table.ts'

interface DragHandlers {
  /** Called when the cell under the pointer changes. */
  readonly onCell: (position: CellPosition) => void
  /** Whether Ctrl or Command was held on release. */
  readonly onEnd?: (isWithCtrl: boolean) => void
  /** Distance inside the edge at which the list starts to scroll, in px. */
  readonly zone?: number
  /** From the pointer to the point that counts, in px: a finger holds a handle next to its cell. */
  readonly offset?: { readonly x: number; readonly y: number }
}

/**
 * Follows a mouse or touch drag over the cells and scrolls the list at its edges. Ends on release
 * or when the window loses the pointer or the focus. The cell is computed without layout reads; the
 * area is measured once per frame.
 */
export function watchDrag(table: Table, drag: DragHandlers): void {
  const { scroller } = table
  if (!scroller) return
  const controller = new AbortController()
  const { signal } = controller
  const { offset = { x: 0, y: 0 }, zone = 0 } = drag
  let pointer: { x: number; y: number } | null = null
  let area = measureVisibleArea(table, scroller)
  let lastTarget = ''
  let lastFrameTime = performance.now()
  let frame = requestAnimationFrame(onFrame)

  function trackPointer() {
    if (!pointer) return
    const position = findCellUnder(table, area, { x: pointer.x + offset.x, y: pointer.y + offset.y })
    const name = position ? `${position.row}-${position.column}` : lastTarget
    if (!position || name === lastTarget) return
    lastTarget = name
    drag.onCell(position)
  }

  function onFrame(now: number) {
    frame = requestAnimationFrame(onFrame)
    const elapsed = Math.min(50, now - lastFrameTime)
    lastFrameTime = now
    if (!pointer || !scroller) return
    area = measureVisibleArea(table, scroller)
    const deltaX = computeEdgeSpeed(pointer.x, { from: area.left, to: area.right }, zone) * elapsed
    const deltaY = computeEdgeSpeed(pointer.y, { from: area.top, to: area.bottom }, zone) * elapsed
    if (deltaX === 0 && deltaY === 0) return
    scroller.scrollBy(deltaX, deltaY)
    area = { ...area, scrollLeft: scroller.scrollLeft, scrollTop: scroller.scrollTop }
    trackPointer()
  }

  function endDrag(event: Event) {
    cancelAnimationFrame(frame)
    controller.abort()
    drag.onEnd?.(event instanceof MouseEvent && (event.ctrlKey || event.metaKey))
  }

  addEventListener(
    'pointermove',
    (event) => {
      // The button may have been released outside the window, where no event arrives.
      if ((event.buttons & 1) === 0) return endDrag(event)
      pointer = { x: event.clientX, y: event.clientY }
      trackPointer()
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    (event) => {
      // On a busy machine the last move and the release may arrive together. A press that never
      // moved isn't a drag.
      if (pointer) pointer = { x: event.clientX, y: event.clientY }
      trackPointer()
      endDrag(event)
    },
    { signal },
  )
  for (const name of ['pointercancel', 'blur']) addEventListener(name, endDrag, { signal })
}

/**
 * The area of the rows below header and entry line and left of the action column, and the scroll
 * position of the list.
 */
interface VisibleArea {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly scrollLeft: number
  readonly scrollTop: number
}

function measureVisibleArea({ geometry }: Table, scroller: HTMLElement): VisibleArea {
  const box = scroller.getBoundingClientRect()
  return {
    left: box.left + geometry.leadWidth,
    right: box.left + scroller.clientWidth - geometry.actionWidth,
    top: box.top + computeStickyTop(geometry),
    bottom: box.top + scroller.clientHeight,
    scrollLeft: scroller.scrollLeft,
    scrollTop: scroller.scrollTop,
  }
}

function findCellUnder(table: Table, area: VisibleArea, { x, y }: { x: number; y: number }): CellPosition | null {
  const { geometry, props } = table
  const rows = props.source.getState().total
  if (rows === 0) return null
  const point = {
    x: Math.max(area.left + 1, Math.min(area.right - 2, x)) - area.left + geometry.leadWidth,
    y: Math.max(area.top + 1, Math.min(area.bottom - 2, y)) - area.top,
  }
  const { row, column } = findCellAt(point, geometry, { left: area.scrollLeft, top: area.scrollTop })
  return { row: Math.min(rows - 1, row), column: Math.min(props.columns.length - 1, column) }
}

/** A range on the screen in px. */
interface Span {
  readonly from: number
  readonly to: number
}

const minSpeed = 0.2
const maxSpeed = 2.4
/** Px from the start of the zone to the maximum speed. */
const rampDistance = 120

/**
 * Scroll speed during a drag in px per ms; negative towards the start. Starts `zone` px before the
 * edge, because a finger cannot go beyond a tablet's edge, and increases with the distance.
 */
export function computeEdgeSpeed(coordinate: number, { from, to }: Span, zone: number): number {
  // In a low list the two zones leave at least the middle third free.
  const innerZone = Math.min(zone, (to - from) / 3)
  const pastEnd = coordinate - (to - innerZone)
  const pastStart = from + innerZone - coordinate
  if (pastEnd > 0) return computeSpeed(pastEnd)
  return pastStart > 0 ? -computeSpeed(pastStart) : 0
}

function computeSpeed(depth: number): number {
  return minSpeed + (maxSpeed - minSpeed) * Math.min(1, depth / rampDistance) ** 2
}
