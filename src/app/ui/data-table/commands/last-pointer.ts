import { isCoarse } from '../editing/prepare-cell-input.ts'

/**
 * Whether the last press on this page was a finger's: a tablet may have a mouse and a laptop a screen to touch, and neither tells with a media query which of both is
 * at work. Before any press the device's usual pointer counts.
 */
export function isByFinger(): boolean {
  return state.type === null ? isCoarse() : isHand(state.type)
}

/** Called when the hand changes from finger to mouse or back. Answers how to stop. */
export function onOtherPointer(listener: () => void): () => void {
  state.listeners.add(listener)
  return () => state.listeners.delete(listener)
}

const state = { type: null as string | null, listeners: new Set<() => void>() }

/** A pen scrolls, holds and types as a finger does. */
export function isHand(pointerType: string): boolean {
  return pointerType === 'touch' || pointerType === 'pen'
}

function takeNotice({ pointerType }: PointerEvent): void {
  const before = isByFinger()
  state.type = pointerType
  if (isByFinger() !== before) for (const listener of state.listeners) listener()
}

if (typeof document !== 'undefined') document.addEventListener('pointerdown', takeNotice, { capture: true })
