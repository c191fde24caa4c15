import { useState, type KeyboardEvent } from 'react'
import { isImeKey } from '../composition.ts'

/** Whether the calendar of a field is open, and the key that opens it. */
export interface CalendarOpening {
  readonly isOpen: boolean
  /** It was opened from the keyboard, to which it gives the focus back. */
  readonly isByKey: boolean
  setOpen(isOpen: boolean): void
  /** Alt+↓ in the field; true: the key is used up. */
  openByKey(event: KeyboardEvent): boolean
}

export function useCalendar(): CalendarOpening {
  const [isOpen, setIsOpen] = useState(false)
  const [isByKey, setByKey] = useState(false)
  return {
    isOpen,
    isByKey,
    setOpen(next) {
      if (next) setByKey(false)
      setIsOpen(next)
    },
    openByKey(event) {
      if (isImeKey(event) || !event.altKey || event.key !== 'ArrowDown') return false
      event.preventDefault()
      event.stopPropagation()
      setByKey(true)
      setIsOpen(true)
      return true
    },
  }
}
