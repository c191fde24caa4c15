import { openColumnMenu } from '../columns/column-commands.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import type { Table } from '../table.ts'

/** A finger stays so long for the menu of a column, and moves no further than this in px. */
const holdMs = 500
const slip = 10

/** A finger that stays on a column name opens its menu, which a mouse has in the header. Not left to `contextmenu`: not every tablet sends one. */
export function listenForHolds(table: Table, surface: HTMLElement, { signal }: { signal: AbortSignal }): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let wasHeld = false

  function begin(event: PointerEvent) {
    clearTimeout(timer)
    wasHeld = false
    const header = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-col]') : null
    if (event.pointerType !== 'touch' || Number(header?.dataset['row']) !== headerRow) return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      wasHeld = openColumnMenu(table, table.props.columns[Number(header?.dataset['col'])]?.key)
    }, holdMs)
  }
  function follow(event: PointerEvent) {
    if (Math.hypot(event.clientX - from.x, event.clientY - from.y) > slip) clearTimeout(timer)
  }
  /** The press that ends here has opened the menu; it sorts nothing. */
  function swallow(event: MouseEvent) {
    if (wasHeld) event.stopPropagation()
    wasHeld = false
  }
  surface.addEventListener('pointerdown', begin, { signal })
  surface.addEventListener('pointermove', follow, { signal })
  for (const name of ['pointerup', 'pointercancel'])
    surface.addEventListener(name, () => clearTimeout(timer), { signal })
  surface.addEventListener('click', swallow, { signal, capture: true })
  signal.addEventListener('abort', () => clearTimeout(timer))
}
