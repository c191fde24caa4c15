import { dayInMoment, momentOnDay } from '#domain/dates/moment-entry.ts'
import { CalendarTextField } from '../calendar/calendar-text-field.tsx'
import { officeToday } from '../office-today.ts'
import type { TextFieldProps } from './text-field.tsx'

/**
 * Date and time as text (`2026-01-31 14:05`), parsed by its form. The calendar sets the day and
 * keeps the typed time.
 */
export function TypedMomentField(field: Omit<TextFieldProps, 'ref' | 'trailing'>) {
  const { value, onValue } = field
  return (
    <CalendarTextField
      placeholder="연도-월-일 시:분"
      {...field}
      day={dayInMoment(value, officeToday())}
      // Every date-time field of the office is required.
      isClearable={false}
      onDay={(day) => onValue(momentOnDay(value, day))}
    />
  )
}
