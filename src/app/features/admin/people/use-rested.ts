import { useEffect, useState } from 'react'
import { afterTyping, tableDelayMs } from '#app/ui/filter-bar/after-typing.ts'

/** What somebody types, once they rest: every question to the server about people stands in the trail, half a name as well. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    if (text !== rested) return afterTyping(() => setRested(text), tableDelayMs)
  }, [text, rested])
  return rested
}
