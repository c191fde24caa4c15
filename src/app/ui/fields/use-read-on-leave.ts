import { useState, type KeyboardEvent } from 'react'
import { isImeKey } from '../composition.ts'

/**
 * The text of a field that is read when the field is left or with Enter: what is half typed is no value yet, and Escape takes it back before it closes what is around.
 * `read` takes the text as a value and answers whether it could. `draft`: what has been typed and not been read, else null.
 */
export function useReadOnLeave(read: (text: string) => boolean) {
  const [draft, setDraft] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)

  function settle() {
    if (draft === null) return
    const isReadable = read(draft)
    setWrong(!isReadable)
    if (isReadable) setDraft(null)
  }

  function drop() {
    setDraft(null)
    setWrong(false)
  }

  return {
    draft,
    isWrong,
    setWrong,
    /** A value came another way: what was typed gives way to it. */
    drop,
    input: {
      onValue(text: string) {
        setDraft(text)
        setWrong(false)
      },
      onBlur: settle,
      onKeyDown(event: KeyboardEvent) {
        if (isImeKey(event)) return
        if (event.key === 'Enter') settle()
        if (event.key !== 'Escape' || draft === null) return
        event.preventDefault()
        event.stopPropagation()
        drop()
      },
    },
  }
}
