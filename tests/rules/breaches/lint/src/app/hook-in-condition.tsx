import { useState } from 'react'

export function Panel({ isOpen }: { isOpen: boolean }) {
  if (isOpen) {
    const [text] = useState('')
    return <p>{text}</p>
  }
  return null
}
