import { dayInMoment, momentOnDay } from '#domain/dates/moment-entry.ts'
import { CalendarTextField } from '../calendar/calendar-text-field.tsx'
import { officeToday } from '../office-today.ts'
import type { TextFieldProps } from './text-field.tsx'

/** A day and a time of day as text (`2026-01-31 14:05`), read by its form. The calendar gives the day; the time is typed and stays. */
export function TypedMomentField(field: Omit<TextFieldProps, 'ref' | 'trailing'>) {
  const { value, onValue } = field
  return (
    <CalendarTextField
      placeholder="연도-월-일 시:분"
      {...field}
      day={dayInMoment(value, officeToday())}
      // Every moment of the office is required.
      isClearable={false}
      onDay={(day) => onValue(momentOnDay(value, day))}
    />
  )
}
