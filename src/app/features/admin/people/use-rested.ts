import { useEffect, useState } from 'react'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'

/** What somebody types, once they rest: every question to the server about people stands in the trail, half a name as well. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text !== rested) return afterTyping(() => setRested(text), filterBarDelayMs)
  }, [text, rested])
  return rested
}
