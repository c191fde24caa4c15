import { useState, type KeyboardEvent } from 'react'
import { isImeKey } from '../composition.ts'

/** Whether the calendar of a field is open, and the key that opens it. */
export interface CalendarOpening {
  readonly isOpen: boolean
  setOpen(isOpen: boolean): void
  /** Alt+↓ in the field; true: the key is used up. */
  openByKey(event: KeyboardEvent): boolean
}

export function useCalendar(): CalendarOpening {
  const [isOpen, setOpen] = useState(false)
  return {
    isOpen,
    setOpen,
    openByKey(event) {
      if (isImeKey(event) || !event.altKey || event.key !== 'ArrowDown') return false
      event.preventDefault()
      event.stopPropagation()
      setOpen(true)
      return true
    },
  }
}
