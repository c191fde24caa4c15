import { useState, type KeyboardEvent } from 'react'
import { isImeKey } from '../composition.ts'

/**
 * State of a field parsed on blur or Enter. Escape discards unparsed text before it closes anything
 * around the field. `read` takes the text and returns whether it is valid. `draft` is typed text
 * that is not parsed yet, else null.
 */
export function useParseOnBlur(read: (text: string) => boolean) {
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
    /** Discards the typed text when a value arrives another way. */
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
