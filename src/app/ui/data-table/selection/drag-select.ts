import type { CellPosition } from '../focus/cell-navigation.ts'
import { stickyTop } from '../layout/geometry.ts'
import type { Table } from '../table.ts'

/** How often a drag beyond the edge scrolls on, and by how much. */
const scrollEvery = 40
const scrollStep = 36

export interface Drag {
  /** The cell under the pointer, whenever it is another. */
  readonly onCell: (position: CellPosition) => void
  /** Whether Ctrl or Command was held when the button was let go. */
  readonly onEnd?: (isWithCtrl: boolean) => void
}

/** Follows the pressed mouse over the cells; beyond an edge of the list the list scrolls along. Ends when the button is let go or the window loses it. */
export function followDrag(table: Table, drag: Drag): void {
  const stop = new AbortController()
  const { signal } = stop
  let pointer: { x: number; y: number } | null = null
  let seen = ''

  function look() {
    if (!pointer) return
    const position = cellUnder(table, pointer)
    const name = position ? `${position.row}-${position.column}` : seen
    if (!position || name === seen) return
    seen = name
    drag.onCell(position)
  }

  const timer = setInterval(() => {
    if (pointer && scrollTowards(table, pointer)) look()
  }, scrollEvery)

  function end(event: Event) {
    clearInterval(timer)
    stop.abort()
    drag.onEnd?.(event instanceof MouseEvent && (event.ctrlKey || event.metaKey))
  }

  addEventListener(
    'mousemove',
    (event) => {
      // The button may have been let go outside the window, where nobody tells.
      if ((event.buttons & 1) === 0) return end(event)
      pointer = { x: event.clientX, y: event.clientY }
      look()
    },
    { signal },
  )
  addEventListener(
    'mouseup',
    (event) => {
      // On a busy machine the last move and the letting go may come as one. A press that never moved is no drag.
      if (pointer) pointer = { x: event.clientX, y: event.clientY }
      look()
      end(event)
    },
    { signal },
  )
  addEventListener('blur', end, { signal })
}

/** The room of the rows in the window: below header and entry line, left of the action column. */
function roomOf(table: Table): { left: number; right: number; top: number; bottom: number } | null {
  const { scroller, geometry } = table
  if (!scroller) return null
  const box = scroller.getBoundingClientRect()
  return {
    left: box.left + geometry.leadWidth,
    right: box.left + scroller.clientWidth - geometry.actionWidth,
    top: box.top + stickyTop(geometry),
    bottom: box.top + scroller.clientHeight,
  }
}

function cellUnder(table: Table, { x, y }: { x: number; y: number }): CellPosition | null {
  const room = roomOf(table)
  if (!room) return null
  const within = {
    x: Math.max(room.left + 1, Math.min(room.right - 2, x)),
    y: Math.max(room.top + 1, Math.min(room.bottom - 2, y)),
  }
  const cell = document
    .elementsFromPoint(within.x, within.y)
    .map((element) => element.closest<HTMLElement>('[data-row][data-col]'))
    .find((found) => found !== null)
  const row = Number(cell?.dataset['row'] ?? -1)
  return cell && row >= 0 ? { row, column: Number(cell.dataset['col']) } : null
}

/** Answers whether the list moved. */
function scrollTowards(table: Table, { x, y }: { x: number; y: number }): boolean {
  const { scroller } = table
  const room = roomOf(table)
  if (!scroller || !room) return false
  const down = y > room.bottom ? scrollStep : y < room.top ? -scrollStep : 0
  const along = x > room.right ? scrollStep : x < room.left ? -scrollStep : 0
  const before = [scroller.scrollTop, scroller.scrollLeft]
  scroller.scrollBy(along, down)
  return before[0] !== scroller.scrollTop || before[1] !== scroller.scrollLeft
}
