import { type ComponentProps, type ReactNode, useId, useRef } from 'react'
import { buildButtonClass, type ButtonSize, type ButtonTone } from './button-look.ts'

interface ButtonProps extends ComponentProps<'button'> {
  tone?: ButtonTone
  size?: ButtonSize
  icon?: ReactNode
  /** Shows a running action and ignores further presses without losing focus. */
  isBusy?: boolean
  /** Why it cannot be pressed now. Prefer it to `disabled`, which gives no reason. */
  disabledReason?: string | undefined
}

/** A button with a text label. Use one `primary` per view. */
export function Button(props: ButtonProps) {
  const { tone, size, icon, isBusy = false, disabledReason, className = '', ...rest } = props
  const reason = useDisabledReason(disabledReason, rest)
  const isRefusing = isBusy || disabledReason !== undefined
  return (
    <>
      <button
        type="button"
        {...rest}
        {...reason.props}
        aria-disabled={isRefusing || rest['aria-disabled']}
        aria-busy={isBusy || undefined}
        // A submit button submits on its own, so the default action must be prevented too.
        onClick={
          isRefusing
            ? (event) => {
                event.preventDefault()
                reason.show(event.currentTarget)
              }
            : rest.onClick
        }
        className={`${buildButtonClass(tone, size)} ${className}`}
      >
        {isBusy ? <Spinner label="처리 중" size={spinnerSizes[size ?? 'md']} /> : icon}
        {rest.children}
      </button>
      {reason.bubble}
    </>
  )
}

const spinnerSizes: Record<ButtonSize, number> = { xs: 12, sm: 14, md: 16, lg: 16, xl: 20 }

type ButtonEvents = Pick<ComponentProps<'button'>, 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur'>
type ReasonProps = Pick<ComponentProps<'button'>, 'aria-describedby'> & ButtonEvents

interface DisabledReason {
  props: ReasonProps
  bubble: ReactNode
  /** For a press, which is all that a finger does: not every browser then focuses the button. */
  show(button: HTMLElement): void
}

/**
 * Shows why a button is unavailable. It doesn't use `disabled`, because Tab would skip such a
 * button. It uses the browser's popover, so no scrolling container clips it and Escape closes it;
 * Base UI's tooltip would add that library to the visitors' pages, which use Button too. The
 * button's own handlers, such as a toolbar's focus tracking, run first.
 */
export function useDisabledReason(reason: string | undefined, buttonHandlers: ButtonEvents): DisabledReason {
  const id = useId()
  const bubble = useRef<HTMLSpanElement>(null)
  if (reason === undefined) return { props: {}, bubble: null, show: () => undefined }
  const show = (button: HTMLElement) => bubble.current && showBelow(bubble.current, button)
  const hide = () => bubble.current?.hidePopover()
  return {
    show,
    props: {
      'aria-describedby': id,
      // A finger enters and leaves with every tap.
      onPointerEnter(event) {
        buttonHandlers.onPointerEnter?.(event)
        if (event.pointerType === 'mouse') show(event.currentTarget)
      },
      onPointerLeave(event) {
        buttonHandlers.onPointerLeave?.(event)
        if (event.pointerType === 'mouse') hide()
      },
      onFocus(event) {
        buttonHandlers.onFocus?.(event)
        show(event.currentTarget)
      },
      onBlur(event) {
        buttonHandlers.onBlur?.(event)
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

const reasonGap = 6
const screenEdge = 8

function showBelow(bubble: HTMLElement, button: HTMLElement): void {
  if (!bubble.matches(':popover-open')) bubble.showPopover()
  const buttonRect = button.getBoundingClientRect()
  const { width, height } = bubble.getBoundingClientRect()
  const hasRoomBelow = buttonRect.bottom + reasonGap + height <= innerHeight - screenEdge
  const left = Math.min(
    Math.max(screenEdge, buttonRect.left + buttonRect.width / 2 - width / 2),
    innerWidth - screenEdge - width,
  )
  bubble.style.inset = 'auto'
  bubble.style.left = `${left}px`
  bubble.style.top = `${hasRoomBelow ? buttonRect.bottom + reasonGap : buttonRect.top - reasonGap - height}px`
}

/**
 * Shows that something is running. `label` is read by screen readers; pass an empty string next to
 * visible text.
 */
export function Spinner({ label = '불러오는 중', size = 16 }: { label?: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      className="turning shrink-0"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <circle cx="8" cy="8" r="6.25" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.5" />
      <path d="M14.25 8A6.25 6.25 0 0 0 8 1.75" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
