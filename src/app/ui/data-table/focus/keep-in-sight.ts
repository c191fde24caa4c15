import type { Table } from '../table.ts'
import { revealCell } from './focus-actions.ts'

/** What is being typed stays in sight when a keyboard opens on the screen and takes half of it. Answers the way to stop. */
export function keepEditInSight(table: Table): () => void {
  const stop = new AbortController()
  const reveal = () => {
    if (!table.isFocused || table.session.mode === 'ready') return
    revealCell(table)
    // In a low window the screen around the table scrolls, too.
    table.cellInput?.scrollIntoView({ block: 'nearest' })
  }
  // The table has its new height one frame later.
  window.addEventListener('resize', () => requestAnimationFrame(reveal), { signal: stop.signal })
  return () => stop.abort()
}
