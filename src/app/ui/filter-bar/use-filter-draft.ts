import { useEffect, useState } from 'react'
import { useLatest } from '../hooks/use-latest.ts'
import { afterTyping } from './after-typing.ts'
import type { FilterQuery } from './filter-query.ts'

interface FilterDraft {
  /** The query shown in the bar, including typed text not applied yet. */
  readonly shownQuery: FilterQuery
  /** For typing: applied after the debounce. */
  type(next: FilterQuery): void
  /** For everything else: applied at once. */
  apply(next: FilterQuery): void
  /** For 검색 and Enter. */
  flush(): void
}

/**
 * Debounces what is typed by `delayMs`; 0 applies every key. A query changed from outside replaces
 * a draft.
 */
export function useFilterDraft(options: {
  filterQuery: FilterQuery
  onQueryChange(next: FilterQuery, source?: 'typed'): void
  delayMs: number
}): FilterDraft {
  const { filterQuery, delayMs } = options
  const [draft, setDraft] = useState<FilterQuery | null>(null)
  const text = JSON.stringify(filterQuery)
  const [appliedText, setAppliedText] = useState(text)
  if (text !== appliedText) {
    setAppliedText(text)
    setDraft(null)
  }
  const latestOnQueryChange = useLatest(options.onQueryChange)

  useEffect(() => {
    if (!draft) return undefined
    return afterTyping(() => {
      setDraft(null)
      latestOnQueryChange()(draft, 'typed')
    }, delayMs)
  }, [draft, delayMs, latestOnQueryChange])

  function apply(next: FilterQuery, source?: 'typed') {
    setDraft(null)
    options.onQueryChange(next, source)
  }
  return {
    shownQuery: draft ?? filterQuery,
    type: (next) => (delayMs === 0 ? apply(next, 'typed') : setDraft(next)),
    apply: (next) => apply(next),
    flush: () => draft && apply(draft),
  }
}
