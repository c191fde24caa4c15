import type { Table } from '../table.ts'

/** What stands above the rows and must know how far they are scrolled under it. */
export type Sideways = (view: { readonly left: number; readonly width: number }) => void

/** Tells how far the table is scrolled sideways and how wide its view is, in px: now, and at every scroll. Answers the way to stop. */
export function followSideways(table: Table, scroller: HTMLElement, notify: Sideways): () => void {
  const follow = () => notify(table.sideways)
  follow()
  scroller.addEventListener('scroll', follow, { passive: true })
  return () => scroller.removeEventListener('scroll', follow)
}
