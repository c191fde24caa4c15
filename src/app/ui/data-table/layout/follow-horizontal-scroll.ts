import type { Table } from '../table.ts'

/** Called for elements above the rows that must follow horizontal scrolling. */
type HorizontalViewListener = (view: { readonly left: number; readonly width: number }) => void

/**
 * Reports the horizontal scroll position and the view's width in px, now and on every scroll.
 * Returns a stop function.
 */
export function followHorizontalScroll(
  table: Table,
  scroller: HTMLElement,
  notify: HorizontalViewListener,
): () => void {
  const follow = () => notify(table.horizontalView)
  follow()
  scroller.addEventListener('scroll', follow, { passive: true })
  return () => scroller.removeEventListener('scroll', follow)
}
