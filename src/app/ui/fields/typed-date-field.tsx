import { useRef, type RefObject } from 'react'
import { parseTypedDay } from '#domain/typed-day.ts'
import { CalendarButton } from '../calendar/calendar-button.tsx'
import { useCalendar } from '../calendar/use-calendar.ts'
import { officeToday } from '../office-today.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface TypedDateFieldProps extends Omit<TextFieldProps, 'ref' | 'trailing'> {
  /** A day from the calendar, or empty; absent: it comes by `onValue`, as if typed. */
  onDay?: ((day: string) => void) | undefined
  otherEnd?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

/** A day as text, for forms that read it themselves; with the calendar beside it. */
export function TypedDateField({ onDay, otherEnd, ref, ...field }: TypedDateFieldProps) {
  const { label, value, onValue, onKeyDown, isRequired = false } = field
  const own = useRef<HTMLInputElement>(null)
  const input = ref ?? own
  const opening = useCalendar()
  const typed = parseTypedDay(value, officeToday())
  return (
    <TextField
      inputMode="numeric"
      placeholder="2026-01-31"
      className="tabular-nums"
      {...field}
      ref={input}
      onKeyDown={(event) => {
        if (!opening.openByKey(event)) onKeyDown?.(event)
      }}
      trailing={
        <CalendarButton
          {...{ label, opening, input, otherEnd }}
          value={typed.ok ? (typed.value ?? '') : ''}
          isClearable={!isRequired}
          onDay={onDay ?? onValue}
        />
      }
    />
  )
}
