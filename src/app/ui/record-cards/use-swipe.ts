import { type PointerEvent, type RefObject, useLayoutEffect, useRef } from 'react'

interface SwipeProps extends SwipeOptions {
  /** The action buttons are visible. */
  readonly isOpen: boolean
  /** Called when a finger touches or leaves the card. */
  onTouch(isTouched: boolean): void
  onOpenChange(isOpen: boolean): void
  onCheck(): void
}

interface Finger {
  readonly id: number
  readonly x: number
  readonly y: number
  readonly from: number
  direction: SwipeDirection
  offset: number
}

/**
 * Lets a card follow a finger sideways. Updates the element directly instead of through React,
 * because it moves 60 times a second and nothing else changes.
 */
export function useSwipe<Face extends HTMLElement>(props: SwipeProps) {
  const face = useRef<Face>(null)
  const finger = useRef<Finger | null>(null)
  const restOffset = props.isOpen ? -props.tray : 0
  useLayoutEffect(() => moveTo(face, restOffset), [restOffset])

  function onPointerDown(event: PointerEvent) {
    finger.current = null
    // With a mouse the buttons are used instead.
    if (event.pointerType === 'mouse' || !event.isPrimary || isAtEdge(event.clientX, window.innerWidth)) return
    props.onTouch(true)
    finger.current = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      from: restOffset,
      direction: 'unknown',
      offset: restOffset,
    }
  }

  function onPointerMove(event: PointerEvent) {
    const gesture = finger.current
    if (!gesture || gesture.id !== event.pointerId) return
    const dx = event.clientX - gesture.x
    if (gesture.direction === 'unknown') gesture.direction = detectSwipe({ dx, dy: event.clientY - gesture.y })
    if (gesture.direction === 'scroll') onPointerCancel()
    if (gesture.direction !== 'sideways') return
    if (!face.current?.hasPointerCapture(gesture.id)) face.current?.setPointerCapture(gesture.id)
    gesture.offset = computeSwipeOffset(dx, gesture.from, props)
    moveTo(face, gesture.offset, true)
  }

  function onPointerUp(event: PointerEvent) {
    const gesture = finger.current
    if (!gesture || gesture.id !== event.pointerId) return
    finger.current = null
    props.onTouch(false)
    if (gesture.direction !== 'sideways') return
    const outcome = chooseReleaseAction(gesture.offset, props)
    if (outcome === 'check') props.onCheck()
    const isOpen = outcome === 'open'
    moveTo(face, isOpen ? -props.tray : 0)
    if (isOpen !== props.isOpen) props.onOpenChange(isOpen)
  }

  function onPointerCancel() {
    finger.current = null
    props.onTouch(false)
    moveTo(face, restOffset)
  }

  return { face, cancel: onPointerCancel, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

function moveTo({ current }: RefObject<HTMLElement | null>, offset: number, isFollowing = false): void {
  if (!current) return
  current.style.transition = isFollowing ? 'none' : ''
  current.style.transform = offset === 0 ? '' : `translateX(${offset}px)`
}

/** The kind of gesture on a card. */
type SwipeDirection = 'unknown' | 'sideways' | 'scroll'

/** Px of movement before deciding; less is a shaky tap. */
const minMovement = 10
/** Width in px of the screen edges that belong to the browser's back gesture. */
const edgeWidth = 24
/** A swipe must move this many times further sideways than down. */
const minSidewaysRatio = 1.3
/** Px to the right at which releasing checks the card. */
const checkThreshold = 64
/** Maximum px a card moves to the right. */
const maxOffset = 96

export function detectSwipe({ dx, dy }: { dx: number; dy: number }): SwipeDirection {
  if (Math.max(Math.abs(dx), Math.abs(dy)) < minMovement) return 'unknown'
  return Math.abs(dx) > Math.abs(dy) * minSidewaysRatio ? 'sideways' : 'scroll'
}

/** A touch starting at the screen edge belongs to the browser. */
export function isAtEdge(x: number, width: number): boolean {
  return x < edgeWidth || x > width - edgeWidth
}

interface SwipeOptions {
  /** Width in px of the buttons revealed by a swipe to the left; 0 when the card has no actions. */
  readonly tray: number
  readonly canTick: boolean
}

/** Offset of a card in px after a finger moved `dx` px, starting from offset `from`. */
export function computeSwipeOffset(dx: number, from: number, { tray, canTick }: SwipeOptions): number {
  return Math.min(canTick && from === 0 ? maxOffset : 0, Math.max(-tray, from + dx))
}

/** What releasing at this offset does. */
export function chooseReleaseAction(offset: number, { tray }: SwipeOptions): 'open' | 'check' | 'close' {
  if (offset >= checkThreshold) return 'check'
  return tray > 0 && offset <= -tray / 2 ? 'open' : 'close'
}
