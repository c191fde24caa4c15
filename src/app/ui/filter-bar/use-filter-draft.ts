import { useEffect, useState } from 'react'
import { useLatest } from '../use-latest.ts'
import { afterTyping } from './after-typing.ts'
import type { FilterQuestion } from './filter-question.ts'

export interface FilterDraft {
  /** What the bar shows: the question with what was typed and not handed on yet. */
  readonly shown: FilterQuestion
  /** Typing: handed on when it rests. */
  type(next: FilterQuestion): void
  /** Everything else: handed on at once. */
  apply(next: FilterQuestion): void
  /** 검색 and Enter. */
  flush(): void
}

/** Keeps what is being typed until it rests (`delayMs`; 0 hands every key on). A question changed from outside wins over a draft. */
export function useFilterDraft(options: {
  question: FilterQuestion
  onQuestion(next: FilterQuestion): void
  delayMs: number
}): FilterDraft {
  const { question, delayMs } = options
  const [draft, setDraft] = useState<FilterQuestion | null>(null)
  const text = JSON.stringify(question)
  const [seen, setSeen] = useState(text)
  if (text !== seen) {
    setSeen(text)
    setDraft(null)
  }
  const hand = useLatest(options.onQuestion)

  useEffect(() => {
    if (!draft) return undefined
    return afterTyping(() => {
      setDraft(null)
      hand()(draft)
    }, delayMs)
  }, [draft, delayMs, hand])

  function apply(next: FilterQuestion) {
    setDraft(null)
    options.onQuestion(next)
  }
  return {
    shown: draft ?? question,
    type: (next) => (delayMs === 0 ? apply(next) : setDraft(next)),
    apply,
    flush: () => draft && apply(draft),
  }
}
