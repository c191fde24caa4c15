import { Calendar as CalendarIcon } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { isCoarse } from '../data-table/editing/prepare-cell-input.ts'
import { CalendarPopover, type CalendarPopoverProps } from './calendar-popover.tsx'
import type { CalendarOpening } from './use-calendar.ts'

export interface CalendarButtonProps extends Pick<
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
      home={() => (isCoarse() && !opening.isByKey ? button.current : input.current)}
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
