import type { RefObject } from 'react'
import { readDay } from '#domain/dates/day-entry.ts'
import { CalendarTextField } from '../calendar/calendar-text-field.tsx'
import { officeToday } from '../office-today.ts'
import type { TextFieldProps } from './text-field.tsx'

export interface TypedDateFieldProps extends Omit<TextFieldProps, 'ref' | 'trailing'> {
  /** A day from the calendar, or empty; absent: it comes by `onValue`, as if typed. */
  onDay?: ((day: string) => void) | undefined
  otherEnd?: string | undefined
  ref?: RefObject<HTMLInputElement | null>
}

/** A day as text, for forms that read it themselves; with the calendar beside it. */
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
