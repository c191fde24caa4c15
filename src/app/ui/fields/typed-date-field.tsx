import type { RefObject } from 'react'
import { readDay } from '#domain/dates/day-entry.ts'
import { CalendarTextField } from '../calendar/calendar-text-field.tsx'
import { officeToday } from '../office-today.ts'
import type { TextFieldProps } from './text-field.tsx'

export interface TypedDateFieldProps extends Omit<TextFieldProps, 'ref' | 'trailing'> {
  /**
   * Called with a day from the calendar, or empty. Without it the calendar uses `onValue`, as if
   * typed.
   */
  onDay?: ((day: string) => void) | undefined
  otherEnd?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

/** A date as text, for forms that parse it themselves, with a calendar. */
export function TypedDateField({ onDay, ...field }: TypedDateFieldProps) {
  const typed = readDay(field.value, officeToday())
  return (
    <CalendarTextField
      inputMode="numeric"
      placeholder="연도-월-일"
      {...field}
      day={typed.ok ? (typed.value ?? '') : ''}
      isClearable={field.isRequired !== true}
      onDay={onDay ?? field.onValue}
    />
  )
}
