import { scrollTargetFor } from '../layout/geometry.ts'
import type { Table } from '../table.ts'
import { revealCell } from './focus-actions.ts'

/**
 * The active cell stays in sight when the table gets less room: a notice comes in above it, its bar takes a second line, a keyboard opens on the screen. One that
 * was scrolled out of sight stays where it is, unless something is being typed in it. Answers the way to stop.
 */
export function keepInSight(table: Table, scroller: HTMLElement): () => void {
  const stop = new AbortController()
  let height = scroller.clientHeight
  const observer = new ResizeObserver(() => {
    const before = height
    height = scroller.clientHeight
    const isKept = table.session.mode !== 'ready' || isInSight(table, scroller, before)
    if (table.isFocused && height < before && isKept) revealCell(table)
  })
  observer.observe(scroller)
  const revealEdit = () => {
    if (!table.isFocused || table.session.mode === 'ready') return
    revealCell(table)
    // In a low window the screen around the table scrolls, too.
    table.cellInput?.scrollIntoView({ block: 'nearest' })
  }
  // The table has its new height one frame later.
  window.addEventListener('resize', () => requestAnimationFrame(revealEdit), { signal: stop.signal })
  return () => {
    stop.abort()
    observer.disconnect()
  }
}

/** Whether the active cell's line was in sight at this height of the table. */
function isInSight(
  { position, geometry }: Table,
  { scrollTop: top, scrollLeft: left, clientWidth: width }: Element,
  height: number,
): boolean {
  return scrollTargetFor(position, geometry, { top, left, width, height }).top === top
}
