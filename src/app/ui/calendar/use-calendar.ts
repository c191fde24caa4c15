import { useState, type KeyboardEvent } from 'react'
import { isImeKey } from '../composition.ts'

/** Whether a field's calendar is open, and the key that opens it. */
export interface CalendarOpening {
  readonly isOpen: boolean
  /** Opened from the keyboard, so the focus returns to the field. */
  readonly isByKey: boolean
  setOpen(isOpen: boolean): void
  /** Handles Alt+↓ in the field; returns true if the key was used. */
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
