import { useState } from 'react'

const key = 'quick-form'

/** Whether the input form stands open, as it was left on this device; folded at first where the records need the room. */
export function useFoldedForm(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(() => {
    const kept = localStorage.getItem(key)
    return kept === null ? !matchMedia('(width < 40rem)').matches : kept === 'open'
  })
  function change(next: boolean) {
    localStorage.setItem(key, next ? 'open' : 'folded')
    setOpen(next)
  }
  return [isOpen, change]
}
