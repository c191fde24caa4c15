import { useEffect, useState } from 'react'
import { useLatest } from '../use-latest.ts'
import { afterTyping } from './after-typing.ts'
import type { FilterQuestion } from './filter-question.ts'

export interface FilterDraft {
  /** The question shown in the bar, including typed text not applied yet. */
  readonly shown: FilterQuestion
  /** For typing: applied after the debounce. */
  type(next: FilterQuestion): void
  /** For everything else: applied at once. */
  apply(next: FilterQuestion): void
  /** For 검색 and Enter. */
  flush(): void
}

/**
 * Debounces what is typed by `delayMs`; 0 applies every key. A question changed from outside
 * replaces a draft.
 */
export function useFilterDraft(options: {
  question: FilterQuestion
  onQuestion(next: FilterQuestion, source?: 'typed'): void
  delayMs: number
}): FilterDraft {
  const { question, delayMs } = options
  const [draft, setDraft] = useState<FilterQuestion | null>(null)
  const text = JSON.stringify(question)
  const [appliedText, setAppliedText] = useState(text)
  if (text !== appliedText) {
    setAppliedText(text)
    setDraft(null)
  }
  const latestOnQuestion = useLatest(options.onQuestion)

  useEffect(() => {
    if (!draft) return undefined
    return afterTyping(() => {
      setDraft(null)
      latestOnQuestion()(draft, 'typed')
    }, delayMs)
  }, [draft, delayMs, latestOnQuestion])

  function apply(next: FilterQuestion, source?: 'typed') {
    setDraft(null)
    options.onQuestion(next, source)
  }
  return {
    shown: draft ?? question,
    type: (next) => (delayMs === 0 ? apply(next, 'typed') : setDraft(next)),
    apply: (next) => apply(next),
    flush: () => draft && apply(draft),
  }
}
