import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'

/** A slot in the frame around a screen, filled by the active screen. */
interface FrameSlot {
  /** Marks the slot; the frame renders it once. */
  Slot(props: { className?: string }): ReactNode
  /** Renders its children into the slot, if the frame has one. */
  Fill(props: { children: ReactNode }): ReactNode
  /** Whether the frame has the slot now. Separate windows and desktop layouts have none. */
  useIsMounted(): boolean
}

/** Creates a slot that lets frame and screen render together without importing each other. */
function createFrameSlot(): FrameSlot {
  let slotElement: HTMLElement | null = null
  const listeners = new Set<() => void>()

  function setSlotElement(element: HTMLElement | null): void {
    slotElement = element
    for (const listener of listeners) listener()
  }
  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const getElement = () => slotElement
  return {
    Slot: ({ className }) => <div ref={setSlotElement} className={className} />,
    Fill: ({ children }) => {
      const element = useSyncExternalStore(subscribe, getElement)
      return element ? createPortal(children, element) : null
    },
    useIsMounted: () => useSyncExternalStore(subscribe, getElement) !== null,
  }
}

/**
 * On a tablet a screen's tabs or header buttons go into the top line; a separate line would cost
 * the list a row.
 */
export const screenSlot = createFrameSlot()

/** On a tablet the pager goes to the right end of the status line, for the same reason. */
export const pagerSlot = createFrameSlot()

/**
 * A tablet in either orientation. Same as the `tablet` variant of theme.css, for components that
 * render different elements there.
 */
export const tabletMedia = '(pointer: coarse) and (width >= 40rem)'
