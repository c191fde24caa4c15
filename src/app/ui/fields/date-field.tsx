import { useEffect, useRef, useState } from 'react'
import { parseDateEntry } from '#domain/office-date.ts'
import { isImeKey } from '../composition.ts'
import { officeToday } from '../office-today.ts'
import { TextField, type FieldFrameProps } from './text-field.tsx'
import { useLatest } from '../use-latest.ts'

export interface DateFieldProps extends FieldFrameProps {
  /** `YYYY-MM-DD`, empty for none. */
  value: string
  /** Called with a day that exists, or empty; what cannot be read stays in the field with a message, and its form is not sent meanwhile. */
  onValue(value: string): void
}

/**
 * A day, typed the short ways the office writes days (20261120, 261120, 11/20, 오늘) and read when the field is left or with Enter. Not the browser's own
 * date input: that takes digits only in its own order and shows the order of the browser's language, not of the office.
 */
export function DateField({ value, onValue, error, ...frame }: DateFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const read = draft === null ? null : parseDateEntry(draft, officeToday())
  const [isWrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useHeldForm(input, read?.ok === false, () => setWrong(true))

  function settle() {
    if (read === null) return
    setWrong(!read.ok)
    if (!read.ok) return
    setDraft(null)
    if (read.value !== (value || null)) onValue(read.value ?? '')
  }

  return (
    <TextField
      {...frame}
      ref={input}
      inputMode="numeric"
      placeholder="2026-01-31"
      className="tabular-nums"
      error={isWrong ? '날짜를 확인해 주세요.' : error}
      value={draft ?? value}
      onValue={(text) => {
        setDraft(text)
        setWrong(false)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (isImeKey(event)) return
        if (event.key === 'Enter') settle()
      }}
    />
  )
}

/** The form knows only the last day that could be read: sent now, it would drop what was typed without a word. */
function useHeldForm(input: { readonly current: HTMLInputElement | null }, isUnread: boolean, onHeld: () => void) {
  const heldNow = useLatest(onHeld)
  useEffect(() => {
    const form = input.current?.form
    if (!isUnread || !form) return undefined
    function hold(event: SubmitEvent) {
      event.preventDefault()
      event.stopPropagation()
      heldNow()()
      input.current?.focus()
    }
    form.addEventListener('submit', hold, { capture: true })
    return () => form.removeEventListener('submit', hold, { capture: true })
  }, [input, isUnread, heldNow])
}
