import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { findMissingDay, moveMomentToDay, parseDayOfMoment, readDay } from '#domain/dates/day-entry.ts'
import { type DayRange, readPeriod, resolvePeriod } from '#domain/dates/periods.ts'
import { CalendarTextField } from '../calendar/calendar-text-field.tsx'
import { useLatest } from '../hooks/use-latest.ts'
import { getOfficeToday } from '../office/office-today.ts'
import { isImeKey } from '../text-editing/composition.ts'
import type { FieldFrameProps, TextFieldProps } from './text-field.tsx'

interface DateFieldProps extends FieldFrameProps {
  /** `YYYY-MM-DD`, empty for none. */
  value: string
  /**
   * Called with a valid date or an empty string. Unreadable text stays in the field with an error
   * and blocks submitting the form.
   */
  onValue(value: string): void
  /** The other end of a period; the calendar shows the days between. */
  otherEnd?: string
  /** Called with the range of a month or year typed in place of a day. */
  onPeriod?: (days: DayRange) => void
  /** The first day of a range. While the other end is open, 내일 typed here means that day alone. */
  isRangeStart?: boolean
}

/**
 * A date, typed in the office's short forms (20261120, 261120, 1120, 11/20, +3, 오늘) and parsed on
 * blur or Enter, or chosen in the calendar. The browser's date input only takes digits in the order
 * of the browser's language.
 */
export function DateField({ value, onValue, onPeriod, isRangeStart = false, error, ...frame }: DateFieldProps) {
  const { draft, isWrong, setWrong, drop, input } = useParseOnBlur((text) => {
    const today = getOfficeToday()
    const result = readDay(text, today)
    const named = isRangeStart && frame.otherEnd === '' ? resolvePeriod(text, today) : null
    const period = onPeriod ? (named ?? (result.ok ? null : readPeriod(text, today))) : null
    if (period) onPeriod?.(period)
    else if (result.ok && result.value !== (value || null)) onValue(result.value ?? '')
    return result.ok || period !== null
  })
  const element = useRef<HTMLInputElement>(null)
  useSettleOnSubmit(element, draft, () => {
    const isRead = draft === null || canRead(draft, onPeriod !== undefined)
    if (isRead) flushSync(input.onBlur)
    else setWrong(true)
    return isRead
  })

  return (
    <TypedDateField
      {...frame}
      {...input}
      ref={element}
      error={isWrong ? (findMissingDay(draft ?? '', getOfficeToday()) ?? '날짜를 확인해 주세요.') : error}
      value={draft ?? value}
      onDay={(day) => {
        drop()
        if (day !== value) onValue(day)
      }}
    />
  )
}

function canRead(text: string, takesPeriods: boolean): boolean {
  const today = getOfficeToday()
  return readDay(text, today).ok || (takesPeriods && readPeriod(text, today) !== null)
}

/**
 * Parses the text being typed before its form is submitted, such as by Ctrl+S, so the form saves it
 * and a later blur has nothing to report. `settle` returns false to block submitting unread text,
 * because the form only knows the last valid date and would silently drop the typed one.
 */
function useSettleOnSubmit(
  input: { readonly current: HTMLInputElement | null },
  draft: string | null,
  settle: () => boolean,
) {
  const latestSettle = useLatest(settle)
  const isTyping = draft !== null
  useEffect(() => {
    const form = input.current?.form
    if (!isTyping || !form) return undefined
    function settleFirst(event: SubmitEvent) {
      if (latestSettle()()) return
      event.preventDefault()
      event.stopPropagation()
      input.current?.focus()
    }
    form.addEventListener('submit', settleFirst, { capture: true })
    return () => form.removeEventListener('submit', settleFirst, { capture: true })
  }, [input, isTyping, latestSettle])
}

interface TypedDateFieldProps extends Omit<TextFieldProps, 'ref' | 'trailing'> {
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
  const parsedDay = readDay(field.value, getOfficeToday())
  return (
    <CalendarTextField
      inputMode="numeric"
      placeholder="연도-월-일"
      {...field}
      day={parsedDay.ok ? (parsedDay.value ?? '') : ''}
      isClearable={field.isRequired !== true}
      onDay={onDay ?? field.onValue}
    />
  )
}

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
      day={parseDayOfMoment(value, getOfficeToday())}
      // Every date-time field of the office is required.
      isClearable={false}
      onDay={(day) => onValue(moveMomentToDay(value, day))}
    />
  )
}

/**
 * State of a field parsed on blur or Enter. Escape discards unparsed text before it closes anything
 * around the field. `read` takes the text and returns whether it is valid. `draft` is typed text
 * that is not parsed yet, else null.
 */
export function useParseOnBlur(read: (text: string) => boolean) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setIsWrong] = useState(false)

  function parseDraft() {
    if (draft === null) return
    const isReadable = read(draft)
    setIsWrong(!isReadable)
    if (isReadable) setDraft(null)
  }

  function drop() {
    setDraft(null)
    setIsWrong(false)
  }

  return {
    draft,
    isWrong,
    setWrong: setIsWrong,
    /** Discards the typed text when a value arrives another way. */
    drop,
    input: {
      onValue(text: string) {
        setDraft(text)
        setIsWrong(false)
      },
      onBlur: parseDraft,
      onKeyDown(event: KeyboardEvent) {
        if (isImeKey(event)) return
        if (event.key === 'Enter') parseDraft()
        if (event.key !== 'Escape' || draft === null) return
        event.preventDefault()
        event.stopPropagation()
        drop()
      },
    },
  }
}
