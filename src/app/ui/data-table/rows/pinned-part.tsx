import type { ReactNode } from 'react'

/**
 * The sticky left part of a line: row number and pinned cells. One sticky box for all of them,
 * because browsers make a layer of each, and a hundred layers cost a slow processor more than
 * drawing the rows.
 */
export function PinnedPart({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="sticky left-0 z-2 flex shrink-0 bg-inherit">
      {children}
    </div>
  )
}
