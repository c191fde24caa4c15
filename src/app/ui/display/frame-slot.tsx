import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'

/** A place in the frame around a screen that the screen in front fills. */
export interface FrameSlot {
  /** Marks the place; the frame draws it once. */
  Place(props: { className?: string }): ReactNode
  /** Drawn in the place while there is one. */
  Fill(props: { children: ReactNode }): ReactNode
  /** Whether the frame has the place now: a window of its own, or a desk, has none. */
  useIsThere(): boolean
}

/** Makes a place that frame and screen share without knowing of each other. */
export function framePlace(): FrameSlot {
  let place: HTMLElement | null = null
  const watchers = new Set<() => void>()

  function mark(element: HTMLElement | null): void {
    place = element
    for (const watcher of watchers) watcher()
  }
  function watch(watcher: () => void): () => void {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  }
  const now = () => place
  return {
    Place: ({ className }) => <div ref={mark} className={className} />,
    Fill: ({ children }) => {
      const element = useSyncExternalStore(watch, now)
      return element ? createPortal(children, element) : null
    },
    useIsThere: () => useSyncExternalStore(watch, now) !== null,
  }
}

/** On a tablet the tabs of a screen, or the buttons of its head, stand in the top line: a line of their own would cost a list one of its rows. */
export const screenPlace = framePlace()

/** On a tablet pages and their number stand at the right end of the status line, for the same reason. */
export const pagesPlace = framePlace()
