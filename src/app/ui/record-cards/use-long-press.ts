import { type MouseEvent, type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'
import { isTouchPointer } from '../data-table/commands/last-pointer.ts'
import { longPressMs, maxPressDrift } from '../data-table/commands/pointer-events.ts'

/** The browser's click or menu follows a lifted finger within this time, in ms. */
const clickAfterLongPressMs = 400

/** On elements inside that keep the browser's own long press. */
export const ownLongPressProps = { 'data-own-hold': '' } as const

/**
 * A long press, a right click or the menu key, as on a cell of the table. iOS sends no
 * `contextmenu`; where it comes it counts as the same press, so the browser's menu never opens.
 * Lifting the finger then presses nothing.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const press = useRef<'none' | 'waiting' | 'long'>('none')
  const from = useRef({ x: 0, y: 0 })
  useEffect(() => () => clearTimeout(timer.current), [])

  function setPress(state: typeof press.current) {
    clearTimeout(timer.current)
    press.current = state
  }
  function longPress() {
    setPress('long')
    navigator.vibrate?.(10)
    onLongPress()
  }
  function cancel() {
    if (press.current === 'waiting') setPress('none')
  }
  return {
    onPointerDown({ target, pointerType, isPrimary, clientX, clientY }: PointerEvent) {
      setPress('none')
      if (!isTouchPointer(pointerType) || !isPrimary || hasOwnLongPress(target)) return
      setPress('waiting')
      from.current = { x: clientX, y: clientY }
      timer.current = setTimeout(longPress, longPressMs)
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (Math.hypot(clientX - from.current.x, clientY - from.current.y) > maxPressDrift) cancel()
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu(event: MouseEvent) {
      if (hasOwnLongPress(event.target)) return
      event.preventDefault()
      if (press.current === 'waiting') longPress()
      else if (press.current === 'none') onLongPress()
    },
    onClickCapture(event: MouseEvent) {
      if (press.current !== 'long') return
      setPress('none')
      event.preventDefault()
      event.stopPropagation()
    },
    onTouchEnd(event: SyntheticEvent) {
      if (press.current !== 'long') return
      if (event.cancelable) event.preventDefault()
      timer.current = setTimeout(() => setPress('none'), clickAfterLongPressMs)
    },
  }
}

function hasOwnLongPress(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-own-hold]') !== null
}
