import { useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react'
import {
  swipeOffset,
  isAtEdge,
  releaseSwipe,
  directionOf,
  type SwipeOptions,
  type SwipeDirection,
} from './swipe-direction.ts'

interface SwipeProps extends SwipeOptions {
  /** The action buttons are visible. */
  readonly isOpen: boolean
  /** Called when a finger touches or leaves the card. */
  onTouch(isTouched: boolean): void
  onOpen(isOpen: boolean): void
  onTick(): void
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
    if (gesture.direction === 'unknown') gesture.direction = directionOf({ dx, dy: event.clientY - gesture.y })
    if (gesture.direction === 'scroll') onPointerCancel()
    if (gesture.direction !== 'sideways') return
    if (!face.current?.hasPointerCapture(gesture.id)) face.current?.setPointerCapture(gesture.id)
    gesture.offset = swipeOffset(dx, gesture.from, props)
    moveTo(face, gesture.offset, true)
  }

  function onPointerUp(event: PointerEvent) {
    const gesture = finger.current
    if (!gesture || gesture.id !== event.pointerId) return
    finger.current = null
    props.onTouch(false)
    if (gesture.direction !== 'sideways') return
    const end = releaseSwipe(gesture.offset, props)
    if (end === 'tick') props.onTick()
    const isOpen = end === 'open'
    moveTo(face, isOpen ? -props.tray : 0)
    if (isOpen !== props.isOpen) props.onOpen(isOpen)
  }

  function onPointerCancel() {
    finger.current = null
    props.onTouch(false)
    moveTo(face, restOffset)
  }

  return { face, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

function moveTo({ current }: RefObject<HTMLElement | null>, offset: number, isFollowing = false): void {
  if (!current) return
  current.style.transition = isFollowing ? 'none' : ''
  current.style.transform = offset === 0 ? '' : `translateX(${offset}px)`
}
