import type { Table } from '../table.ts'

/** Called for elements above the rows that must follow horizontal scrolling. */
export type Sideways = (view: { readonly left: number; readonly width: number }) => void

/**
 * Reports the horizontal scroll position and the view's width in px, now and on every scroll.
 * Returns a stop function.
 */
export function followSideways(table: Table, scroller: HTMLElement, notify: Sideways): () => void {
  const follow = () => notify(table.sideways)
  follow()
  scroller.addEventListener('scroll', follow, { passive: true })
  return () => scroller.removeEventListener('scroll', follow)
}
