import { type RefObject, useRef } from 'react'
import { TextField, type TextFieldProps } from '../fields/text-field.tsx'
import { CalendarButton, useCalendarOpening } from './calendar-button.tsx'

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
  const ownRef = useRef<HTMLInputElement>(null)
  const input = ref ?? ownRef
  const opening = useCalendarOpening()
  return (
    <TextField
      className="tabular-nums"
      {...field}
      placeholder={field.readOnly ? undefined : field.placeholder}
      ref={input}
      onKeyDown={(event) => {
        if (field.readOnly || !opening.openByKey(event)) field.onKeyDown?.(event)
      }}
      trailing={
        field.readOnly ? null : (
          <CalendarButton
            opening={opening}
            input={input}
            isClearable={isClearable}
            otherEnd={otherEnd}
            onDay={onDay}
            label={field.label}
            value={day}
          />
        )
      }
    />
  )
}
