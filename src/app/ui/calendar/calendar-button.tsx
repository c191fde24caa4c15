import { Calendar as CalendarIcon } from 'lucide-react'
import { useRef, type RefObject, useState, type KeyboardEvent } from 'react'
import { isCoarse } from '../data-table/editing/prepare-cell-input.ts'
import { TextField, type TextFieldProps } from '../fields/text-field.tsx'
import { isImeKey } from '../composition.ts'
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
 * The button at the right edge of a date field, and its calendar. It is no tab stop, so Tab goes to
 * the next field; Alt+↓ opens it from the field.
 */
export function CalendarButton({ opening, input, onDay, ...calendar }: CalendarButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  return (
    <CalendarPopover
      {...calendar}
      isOpen={opening.isOpen}
      onOpen={opening.setOpen}
      anchor={() => input.current}
      // On touch screens the focus returns to the button, because the field would open the
      // on-screen keyboard.
      home={() => (isCoarse() && !opening.isFromKeyboard ? button.current : input.current)}
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

interface CalendarTextFieldProps extends Omit<TextFieldProps, 'ref' | 'trailing'> {
  /** The day the calendar shows as chosen; empty for none. */
  day: string
  isClearable: boolean
  /** The other end of a period. */
  otherEnd?: string | undefined
  onDay(day: string): void
  ref?: RefObject<HTMLInputElement | null> | undefined
}

/** A text field for a date, with the calendar at its right edge. */
export function CalendarTextField({ day, isClearable, otherEnd, onDay, ref, ...field }: CalendarTextFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const opening = useCalendar()
  return (
    <TextField
      className="tabular-nums"
      {...field}
      ref={input}
      onKeyDown={(event) => {
        if (!opening.openByKey(event)) field.onKeyDown?.(event)
      }}
      trailing={
        <CalendarButton
          opening={opening}
          input={input}
          isClearable={isClearable}
          otherEnd={otherEnd}
          onDay={onDay}
          label={field.label}
          value={day}
        />
      }
    />
  )
}

/** Whether a field's calendar is open, and the key that opens it. */
interface CalendarOpening {
  readonly isOpen: boolean
  /** Opened from the keyboard, so the focus returns to the field. */
  readonly isFromKeyboard: boolean
  setOpen(isOpen: boolean): void
  /** Handles Alt+↓ in the field; returns true if the key was used. */
  openByKey(event: KeyboardEvent): boolean
}

export function useCalendar(): CalendarOpening {
  const [isOpen, setIsOpen] = useState(false)
  const [isFromKeyboard, setIsByKey] = useState(false)
  return {
    isOpen,
    isFromKeyboard,
    setOpen(next) {
      if (next) setIsByKey(false)
      setIsOpen(next)
    },
    openByKey(event) {
      if (isImeKey(event) || !event.altKey || event.key !== 'ArrowDown') return false
      event.preventDefault()
      event.stopPropagation()
      setIsByKey(true)
      setIsOpen(true)
      return true
    },
  }
}
