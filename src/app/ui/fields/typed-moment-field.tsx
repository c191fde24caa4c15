import { useRef } from 'react'
import { dayInMoment, momentOnDay } from '#domain/moment-entry.ts'
import { CalendarButton } from '../calendar/calendar-button.tsx'
import { useCalendar } from '../calendar/use-calendar.ts'
import { officeToday } from '../office-today.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A day and a time of day as text (`2026-01-31 14:05`), read by its form. The calendar gives the day; the time is typed and stays. */
export function TypedMomentField(field: Omit<TextFieldProps, 'ref' | 'trailing'>) {
  const { label, value, onValue, onKeyDown } = field
  const input = useRef<HTMLInputElement>(null)
  const opening = useCalendar()
  return (
    <TextField
      placeholder="2026-01-31 14:05"
      className="tabular-nums"
      {...field}
      ref={input}
      onKeyDown={(event) => {
        if (!opening.openByKey(event)) onKeyDown?.(event)
      }}
      trailing={
        <CalendarButton
          {...{ label, opening, input }}
          value={dayInMoment(value, officeToday())}
          // Every moment of the office is required.
          isClearable={false}
          onDay={(day) => onValue(momentOnDay(value, day))}
        />
      }
    />
  )
}
