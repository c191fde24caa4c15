import { type KeyboardEvent, useRef } from 'react'
import { readDay } from '#domain/dates/day-entry.ts'
import { CalendarButton, useCalendarOpening } from '../calendar/calendar-button.tsx'
import { findCommand } from '../data-table/commands/key-commands.ts'
import { selectOnFirstPress } from '../fields/select-on-first-press.ts'
import { buttonPadding, inputClass } from '../fields/text-field.tsx'
import { isImeKey } from '../text-editing/composition.ts'
import type { ControlProps } from './field-look.ts'

/**
 * Text, number and date fields in one line, long text in several. Dates accept the short forms of
 * the table (261120, 11/20, 오늘) or the calendar.
 */
export function TextControl({ type, look, typing, today, ...rest }: ControlProps) {
  const { id, describedBy, isReadOnly, column } = rest
  const input = useRef<HTMLInputElement>(null)
  const opening = useCalendarOpening()
  const hasCalendar = type === 'date' && !isReadOnly
  const sharedProps = {
    id,
    value: typing.text ?? look.text,
    readOnly: isReadOnly,
    autoComplete: 'off',
    'data-detail-field': column.key,
    'aria-describedby': describedBy,
    'aria-invalid': look.message === null ? undefined : true,
    'aria-required': column.field.required,
    onCompositionEnd: (event: { currentTarget: { value: string } }) => typing.type(event.currentTarget.value, false),
    onBlur: typing.commit,
    onKeyDown(event: KeyboardEvent) {
      if (isImeKey(event) || (hasCalendar && opening.openByKey(event))) return
      if (event.key === 'Escape' && typing.cancel()) event.stopPropagation()
      const isToday = hasCalendar && findCommand(event.nativeEvent, 'ready') === 'today'
      if (!isToday) return
      event.preventDefault()
      typing.choose(today())
    },
  }
  if (type === 'textarea') {
    return (
      <textarea
        {...sharedProps}
        rows={2}
        onChange={(event) => typing.type(event.target.value, isInComposition(event.nativeEvent))}
        className={`${inputClass} h-auto min-h-15 resize-none py-1.5 [field-sizing:content] read-only:bg-paper-sunk coarse:h-auto`}
      />
    )
  }
  const parsedDay = hasCalendar ? readDay(sharedProps.value, today()) : null
  return (
    <>
      <input
        {...sharedProps}
        {...(type === 'number' || type === 'date' ? selectOnFirstPress : {})}
        ref={input}
        type="text"
        inputMode={type === 'number' ? 'numeric' : type === 'date' ? 'decimal' : 'text'}
        placeholder={hasCalendar ? '연도-월-일' : undefined}
        onChange={(event) => typing.type(event.target.value, isInComposition(event.nativeEvent))}
        className={`${inputClass} read-only:bg-paper-sunk ${type === 'number' ? 'tabular text-right' : ''} ${type === 'date' ? 'tabular' : ''} ${hasCalendar ? buttonPadding : ''}`}
      />
      {parsedDay ? (
        <CalendarButton
          opening={opening}
          input={input}
          label={column.label}
          value={parsedDay.ok ? (parsedDay.value ?? '') : ''}
          isClearable={!column.field.required}
          onDay={(day) => typing.choose(day === '' ? null : day)}
        />
      ) : null}
    </>
  )
}

function isInComposition(event: Event): boolean {
  return event instanceof InputEvent && event.isComposing
}
