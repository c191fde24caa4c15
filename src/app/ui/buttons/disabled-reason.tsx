import { useId, useRef } from 'react'
import type { ComponentProps, ReactNode } from 'react'

type ButtonEvents = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>
type ReasonProps = Pick<ComponentProps<'button'>, 'aria-describedby'> & ButtonEvents

/**
 * Shows why a button is unavailable. It doesn't use `disabled`, because Tab would skip such a
 * button. It uses the browser's popover, so no scrolling container clips it and Escape closes it;
 * Base UI's tooltip would add that library to the visitors' pages, which use Button too. `own` are
 * the button's other handlers (a toolbar tracks focus); they run first.
 */
export function useDisabledReason(
  reason: string | undefined,
  own: ButtonEvents,
): { props: ReasonProps; bubble: ReactNode } {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  if (reason === undefined) return { props: {}, bubble: null }
  const show = (button: HTMLElement) => bubble.current && showBelow(bubble.current, button)
  const hide = () => bubble.current?.hidePopover()
  return {
    props: {
      'aria-describedby': id,
      onPointerEnter(event) {
        own.onPointerEnter?.(event)
        show(event.currentTarget)
      },
      onPointerLeave(event) {
        own.onPointerLeave?.(event)
        hide()
      },
      onFocus(event) {
        own.onFocus?.(event)
        show(event.currentTarget)
      },
      onBlur(event) {
        own.onBlur?.(event)
        hide()
      },
    },
    bubble: (
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="auto"
        className="fixed m-0 w-max max-w-60 rounded-control border-0 bg-ink px-2 py-1 text-label text-paper shadow-float"
      >
        {reason}
      </span>
    ),
  }
}

const gap = 6
const edge = 8

function showBelow(bubble: HTMLElement, button: HTMLElement): void {
  bubble.showPopover()
  const at = button.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const isRoomBelow = at.bottom + gap + height <= innerHeight - edge
  const left = Math.min(Math.max(edge, at.left + at.width / 2 - width / 2), innerWidth - edge - width)
  bubble.style.inset = 'auto'
  bubble.style.left = `${left}px`
  bubble.style.top = `${isRoomBelow ? at.bottom + gap : at.top - gap - height}px`
}
