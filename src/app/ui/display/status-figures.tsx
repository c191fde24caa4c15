import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

let slot: HTMLElement | null = null
const watchers = new Set<() => void>()

/** Where the frame shows the figures of the screen in front: the right end of the status line. */
export function StatusFiguresSlot() {
  return <div ref={placeFigures} className="tabular flex items-center gap-3 whitespace-nowrap" />
}

/** A screen draws its figures (rows, selection, sums) into the frame's status line; without a frame it draws nothing. */
export function StatusFigures({ children }: { children: ReactNode }) {
  const element = useSyncExternalStore(watchSlot, () => slot)
  return element ? createPortal(children, element) : null
}

function placeFigures(element: HTMLElement | null): void {
  slot = element
  for (const watcher of watchers) watcher()
}

function watchSlot(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}
