import { Calendar as CalendarIcon } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { hasCoarsePointer } from '../browser/coarse-pointer.ts'
import { isImeKey } from '../text-editing/composition.ts'
import { CalendarPopover, type CalendarPopoverProps } from './calendar.tsx'

interface CalendarButtonProps extends Pick<
  CalendarPopoverProps,
  'label' | 'value' | 'limits' | 'otherEnd' | 'isClearable' | 'onDay'
> {
  opening: CalendarOpening
  /** The field that contains the button. */
  input: RefObject<HTMLElement | null>
}

/**
 * The button at the right edge of a date field, and its calendar. It is not a tab stop, so Tab goes
 * to the next field; Alt+↓ opens it from the field.
 */
export function CalendarButton({ opening, input, onDay, ...calendar }: CalendarButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <CalendarPopover
      {...calendar}
      isOpen={opening.isOpen}
      onOpenChange={opening.setOpen}
      anchor={() => input.current}
      // On touch screens the focus returns to the button, because the field would open the
      // on-screen keyboard.
      finalFocus={() => (hasCoarsePointer() && !opening.wasOpenedByKey ? button.current : input.current)}
      onDay={(day) => {
        onDay(day)
        opening.setOpen(false)
      }}
      trigger={
        <button
          ref={button}
          type="button"
          tabIndex={-1}
          aria-label="달력 열기"
          title="달력 열기 (Alt+↓)"
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center rounded-control text-ink-2 hover:text-ink coarse:w-11"
        >
          <CalendarIcon size={16} strokeWidth={1.5} aria-hidden />
        </button>
      }
    />
  )
}

/** Whether a field's calendar is open, and the key that opens it. */
interface CalendarOpening {
  readonly isOpen: boolean
  /** Opened from the keyboard, so the focus returns to the field. */
  readonly wasOpenedByKey: boolean
  setOpen(isOpen: boolean): void
  /** Handles Alt+↓ in the field; returns true if the key was used. */
  openByKey(event: KeyboardEvent): boolean
}

export function useCalendarOpening(): CalendarOpening {
  const [isOpen, setIsOpen] = useState(false)
  const [wasOpenedByKey, setOpenedByKey] = useState(false)
  return {
    isOpen,
    wasOpenedByKey,
    setOpen(next) {
      if (next) setOpenedByKey(false)
      setIsOpen(next)
    },
    openByKey(event) {
      if (isImeKey(event) || !event.altKey || event.key !== 'ArrowDown') return false
      event.preventDefault()
      event.stopPropagation()
      setOpenedByKey(true)
      setIsOpen(true)
      return true
    },
  }
}
