import type { CellPosition } from '../focus/cell-navigation.ts'
import { cellAt, stickyTop } from '../layout/geometry.ts'
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
 * or when the window loses it. The cell is computed without layout reads; the area is measured once
 * per frame.
 */
export function followDrag(table: Table, drag: DragHandlers): void {
  const { scroller } = table
  if (!scroller) return
  const stop = new AbortController()
  const { signal } = stop
  const { offset = { x: 0, y: 0 }, zone = 0 } = drag
  let pointer: { x: number; y: number } | null = null
  let room = measureVisibleArea(table, scroller)
  let lastTarget = ''
  let last = performance.now()
  let frame = requestAnimationFrame(onFrame)

  function trackPointer() {
    if (!pointer) return
    const position = cellUnder(table, room, { x: pointer.x + offset.x, y: pointer.y + offset.y })
    const name = position ? `${position.row}-${position.column}` : lastTarget
    if (!position || name === lastTarget) return
    lastTarget = name
    drag.onCell(position)
  }

  function onFrame(now: number) {
    frame = requestAnimationFrame(onFrame)
    const elapsed = Math.min(50, now - last)
    last = now
    if (!pointer || !scroller) return
    room = measureVisibleArea(table, scroller)
    const across = edgeSpeed(pointer.x, { from: room.left, to: room.right }, zone) * elapsed
    const down = edgeSpeed(pointer.y, { from: room.top, to: room.bottom }, zone) * elapsed
    if (across === 0 && down === 0) return
    scroller.scrollBy(across, down)
    room = { ...room, scrollLeft: scroller.scrollLeft, scrollTop: scroller.scrollTop }
    trackPointer()
  }

  function end(event: Event) {
    cancelAnimationFrame(frame)
    stop.abort()
    drag.onEnd?.(event instanceof MouseEvent && (event.ctrlKey || event.metaKey))
  }

  addEventListener(
    'pointermove',
    (event) => {
      // The button may have been released outside the window, where no event arrives.
      if ((event.buttons & 1) === 0) return end(event)
      pointer = { x: event.clientX, y: event.clientY }
      trackPointer()
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    (event) => {
      // On a busy machine the last move and the release may arrive together. A press that never
      // moved is no drag.
      if (pointer) pointer = { x: event.clientX, y: event.clientY }
      trackPointer()
      end(event)
    },
    { signal },
  )
  for (const name of ['pointercancel', 'blur']) addEventListener(name, end, { signal })
}

/**
 * The area of the rows below header and entry line and left of the action column, and the scroll
 * position of the list.
 */
interface Room {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  readonly scrollLeft: number
  readonly scrollTop: number
}

function measureVisibleArea({ geometry }: Table, scroller: HTMLElement): Room {
  const box = scroller.getBoundingClientRect()
  return {
    left: box.left + geometry.leadWidth,
    right: box.left + scroller.clientWidth - geometry.actionWidth,
    top: box.top + stickyTop(geometry),
    bottom: box.top + scroller.clientHeight,
    scrollLeft: scroller.scrollLeft,
    scrollTop: scroller.scrollTop,
  }
}

function cellUnder(table: Table, room: Room, { x, y }: { x: number; y: number }): CellPosition | null {
  const { geometry, props } = table
  const rows = props.source.getState().total
  if (rows === 0) return null
  const point = {
    x: Math.max(room.left + 1, Math.min(room.right - 2, x)) - room.left + geometry.leadWidth,
    y: Math.max(room.top + 1, Math.min(room.bottom - 2, y)) - room.top,
  }
  const { row, column } = cellAt(point, geometry, { left: room.scrollLeft, top: room.scrollTop })
  return { row: Math.min(rows - 1, row), column: Math.min(props.columns.length - 1, column) }
}

/** A range on the screen in px. */
interface Span {
  readonly from: number
  readonly to: number
}

const slowest = 0.2
const fastest = 2.4
/** Px from the start of the zone to the maximum speed. */
const ramp = 120

/**
 * Scroll speed during a drag in px per ms; negative towards the start. Starts `zone` px before the
 * edge, because a finger cannot go beyond a tablet's edge, and increases with the distance.
 */
export function edgeSpeed(at: number, { from, to }: Span, zone: number): number {
  // In a low list the two zones leave at least the middle third free.
  const inner = Math.min(zone, (to - from) / 3)
  const after = at - (to - inner)
  const before = from + inner - at
  if (after > 0) return speedAt(after)
  return before > 0 ? -speedAt(before) : 0
}

function speedAt(depth: number): number {
  return slowest + (fastest - slowest) * Math.min(1, depth / ramp) ** 2
}
