import { scrollTargetFor } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import { revealCell } from './focus-actions.ts'

/**
 * Keeps the active cell visible when the table shrinks, because of a notice, a second toolbar line
 * or the on-screen keyboard. A cell scrolled out of view stays there, unless it is being edited.
 * Returns a stop function.
 */
export function keepInSight(table: Table, scroller: HTMLElement): () => void {
  const stop = new AbortController()
  let height = scroller.clientHeight
  const observer = new ResizeObserver(() => {
    const before = height
    height = scroller.clientHeight
    const shouldStayInSight = table.session.mode !== 'ready' || isInSight(table, scroller, before)
    if (table.isFocused && height < before && shouldStayInSight) revealCell(table)
  })
  observer.observe(scroller)
  const revealEdit = () => {
    if (!table.isFocused || table.session.mode === 'ready') return
    revealCell(table)
    // In a low window the screen around the table scrolls, too.
    table.cellInput?.scrollIntoView({ block: 'nearest' })
  }
  // The table gets its new height one frame later.
  window.addEventListener('resize', () => requestAnimationFrame(revealEdit), { signal: stop.signal })
  return () => {
    stop.abort()
    observer.disconnect()
  }
}

/** Whether the active cell's line was visible at this table height. */
function isInSight(
  { position, geometry }: Table,
  { scrollTop: top, scrollLeft: left, clientWidth: width }: Element,
  height: number,
): boolean {
  return scrollTargetFor(position, geometry, { top, left, width, height }).top === top
}
