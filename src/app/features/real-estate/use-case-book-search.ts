import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { caseBookSearchSchema, emptyCaseBookSearch, type CaseBookSearch } from './case-book-search.ts'

/** The filter bar waits this long before the address follows (spec 1 §9 "Filter debounce"); the rows follow every key at once. */
const addressDelayMs = 300

export interface CaseBookSearchState {
  search: CaseBookSearch
  change(patch: Partial<CaseBookSearch>): void
  clear(): void
}

/**
 * The case book's question, kept in the address bar (decision 11). Typing changes the answer at once; the address follows when the typing rests, so that
 * walking back goes by thoughts and not by keystrokes.
 */
export function useCaseBookSearch(): CaseBookSearchState {
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  const fromAddress = caseBookSearchSchema.parse(address)
  const [search, setSearch] = useState(fromAddress)
  const written = useRef(textOf(fromAddress))
  const addressText = textOf(fromAddress)

  useEffect(() => {
    if (addressText === written.current) return
    written.current = addressText
    setSearch(caseBookSearchSchema.parse(JSON.parse(addressText)))
  }, [addressText])

  useEffect(() => {
    const text = textOf(search)
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      void navigate({ to: '.', search: (previous) => ({ ...previous, ...addressOf(search) }) })
    }, addressDelayMs)
    return () => clearTimeout(timer)
  }, [search, navigate])

  const change = useCallback((patch: Partial<CaseBookSearch>) => {
    // Any filter, search or page-size change starts at the first page again (spec 2 §4).
    setSearch((previous) => ({ ...previous, page: 1, ...patch }))
  }, [])
  const clear = useCallback(
    () => setSearch((previous) => ({ ...emptyCaseBookSearch, page_size: previous.page_size })),
    [],
  )
  return { search, change, clear }
}

function textOf(search: CaseBookSearch): string {
  return JSON.stringify(search)
}

/** Defaults stay out of the address: undefined drops the key. */
function addressOf(search: CaseBookSearch): Record<string, string | number | undefined> {
  const entries = Object.entries(search) as [keyof CaseBookSearch, string | number][]
  return Object.fromEntries(
    entries.map(([key, value]) => [key, value === emptyCaseBookSearch[key] ? undefined : value]),
  )
}
