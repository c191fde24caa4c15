import { useLayoutEffect, useRef, type PointerEvent, type RefObject } from 'react'
import { followed, isAtEdge, releaseSwipe, wayOf, type SwipeRoom, type SwipeWay } from './swipe-way.ts'

interface Swiped extends SwipeRoom {
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
  way: SwipeWay
  offset: number
}

/**
 * Lets a card follow a finger sideways. Updates the element directly instead of through React,
 * because it moves 60 times a second and nothing else changes.
 */
export function useSwipe<Face extends HTMLElement>(swiped: Swiped) {
  const face = useRef<Face>(null)
  const finger = useRef<Finger | null>(null)
  const rest = swiped.isOpen ? -swiped.tray : 0
  useLayoutEffect(() => moveTo(face, rest), [rest])

  function onPointerDown(event: PointerEvent) {
    finger.current = null
    // With a mouse the buttons are used instead.
    if (event.pointerType === 'mouse' || !event.isPrimary || isAtEdge(event.clientX, window.innerWidth)) return
    swiped.onTouch(true)
    finger.current = {
      id: event.pointerId,
      x: event.clientX,
      y: event.clientY,
      from: rest,
      way: 'unknown',
      offset: rest,
    }
  }

  function onPointerMove(event: PointerEvent) {
    const now = finger.current
    if (!now || now.id !== event.pointerId) return
    const dx = event.clientX - now.x
    if (now.way === 'unknown') now.way = wayOf({ dx, dy: event.clientY - now.y })
    if (now.way === 'scroll') onPointerCancel()
    if (now.way !== 'sideways') return
    if (!face.current?.hasPointerCapture(now.id)) face.current?.setPointerCapture(now.id)
    now.offset = followed(dx, now.from, swiped)
    moveTo(face, now.offset, true)
  }

  function onPointerUp(event: PointerEvent) {
    const now = finger.current
    if (!now || now.id !== event.pointerId) return
    finger.current = null
    swiped.onTouch(false)
    if (now.way !== 'sideways') return
    const end = releaseSwipe(now.offset, swiped)
    if (end === 'tick') swiped.onTick()
    const isOpen = end === 'open'
    moveTo(face, isOpen ? -swiped.tray : 0)
    if (isOpen !== swiped.isOpen) swiped.onOpen(isOpen)
  }

  function onPointerCancel() {
    finger.current = null
    swiped.onTouch(false)
    moveTo(face, rest)
  }

  return { face, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel } }
}

function moveTo({ current }: RefObject<HTMLElement | null>, offset: number, isFollowing = false): void {
  if (!current) return
  current.style.transition = isFollowing ? 'none' : ''
  current.style.transform = offset === 0 ? '' : `translateX(${offset}px)`
}
