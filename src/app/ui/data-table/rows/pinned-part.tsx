import type { ReactNode } from 'react'

/**
 * What stays at the left edge of a line: its number and its pinned cells. One sticky box for all of them, because the browser makes a layer of each, and a hundred layers cost a slow
 * processor more than drawing the rows.
 */
export function PinnedPart({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="sticky left-0 z-2 flex shrink-0 bg-inherit">
      {children}
    </div>
  )
}
