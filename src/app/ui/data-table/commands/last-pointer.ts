import { hasCoarsePointer } from '#app/ui/browser/coarse-pointer.ts'

/**
 * Whether the last press on this page was by touch. A tablet may have a mouse and a laptop a touch
 * screen, and media queries don't tell which one is in use. Before any press, the device's primary
 * pointer counts.
 */
export function isTouch(): boolean {
  return state.type === null ? hasCoarsePointer() : isTouchPointer(state.type)
}

/**
 * Calls the listener when the user switches between touch and mouse. Returns an unsubscribe
 * function.
 */
export function onPointerKindChange(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => state.listeners.delete(listener)
}

const state = { type: null as string | null, listeners: new Set<() => void>() }

/** A pen scrolls, holds and types like a finger. */
export function isTouchPointer(pointerType: string): boolean {
  return pointerType === 'touch' || pointerType === 'pen'
}

function recordPointer({ pointerType }: PointerEvent): void {
  const before = isTouch()
  state.type = pointerType
  document.documentElement.toggleAttribute('data-touched', isTouchPointer(pointerType))
  if (isTouch() !== before) for (const listener of state.listeners) listener()
}

/** `data-touched` on the root: the last input was a touch, so a focused title shows no ring. */
function recordKey(): void {
  document.documentElement.removeAttribute('data-touched')
}

if (typeof document !== 'undefined') {
  document.addEventListener('pointerdown', recordPointer, { capture: true })
  document.addEventListener('keydown', recordKey, { capture: true })
}
