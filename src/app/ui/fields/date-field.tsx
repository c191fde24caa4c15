import { useEffect, useRef } from 'react'
import { readDay } from '#domain/dates/day-entry.ts'
import { officeToday } from '../office-today.ts'
import type { FieldFrameProps } from './text-field.tsx'
import { TypedDateField } from './typed-date-field.tsx'
import { useParseOnBlur } from './use-parse-on-blur.ts'
import { useLatest } from '../use-latest.ts'

export interface DateFieldProps extends FieldFrameProps {
  /** `YYYY-MM-DD`, empty for none. */
  value: string
  /**
   * Called with a valid date or an empty string. Unreadable text stays in the field with an error
   * and blocks submitting the form.
   */
  onValue(value: string): void
  /** The other end of a period; the calendar shows the days between. */
  otherEnd?: string
}

/**
 * A date, typed in the office's short forms (20261120, 261120, 1120, 11/20, +3, 오늘) and parsed on
 * blur or Enter, or chosen in the calendar. The browser's date input only takes digits in the order
 * of the browser's language.
 */
export function DateField({ value, onValue, error, ...frame }: DateFieldProps) {
  const { draft, isWrong, setWrong, drop, input } = useParseOnBlur((text) => {
    const read = readDay(text, officeToday())
    if (read.ok && read.value !== (value || null)) onValue(read.value ?? '')
    return read.ok
  })
  const element = useRef<HTMLInputElement>(null)
  const isUnread = draft !== null && !readDay(draft, officeToday()).ok
  useBlockedSubmit(element, isUnread, () => setWrong(true))

  return (
    <TypedDateField
      {...frame}
      {...input}
      ref={element}
      error={isWrong ? '날짜를 확인해 주세요.' : error}
      value={draft ?? value}
      onDay={(day) => {
        drop()
        if (day !== value) onValue(day)
      }}
    />
  )
}

/**
 * Blocks submitting while the text is unread, because the form only knows the last valid date and
 * would silently drop the typed one.
 */
function useBlockedSubmit(
  input: { readonly current: HTMLInputElement | null },
  isUnread: boolean,
  onBlocked: () => void,
) {
  const latestOnBlocked = useLatest(onBlocked)
  useEffect(() => {
    const form = input.current?.form
    if (!isUnread || !form) return undefined
    function blockSubmit(event: SubmitEvent) {
      event.preventDefault()
      event.stopPropagation()
      latestOnBlocked()()
      input.current?.focus()
    }
    form.addEventListener('submit', blockSubmit, { capture: true })
    return () => form.removeEventListener('submit', blockSubmit, { capture: true })
  }, [input, isUnread, latestOnBlocked])
}
