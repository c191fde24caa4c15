import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import { caseBookSearchSchema, emptyCaseBookSearch, type CaseBookSearch } from './case-book-search.ts'

export interface CaseBookSearchState {
  search: CaseBookSearch
  change(patch: Partial<CaseBookSearch>): void
}

/**
 * The case book's question, kept in the address bar (decision 11). Typing changes the answer at once; the address follows when the typing rests, so that
 * walking back goes by thoughts and not by keystrokes. (Spec 1 §9 delays the question too, for a server's sake: here the device answers within a frame.)
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
    return afterTyping(() => {
      written.current = text
      void navigate({ to: '.', search: (previous) => ({ ...previous, ...addressOf(search) }) })
    }, filterBarDelayMs)
  }, [search, navigate])

  const change = useCallback((patch: Partial<CaseBookSearch>) => {
    // Any filter, search or page-size change starts at the first page again (spec 2 §4).
    setSearch((previous) => ({ ...previous, page: 1, ...patch }))
  }, [])
  return { search, change }
}

function textOf(search: CaseBookSearch): string {
  return JSON.stringify(search)
}

/** Defaults stay out of the address: undefined drops the key. */
function addressOf(search: CaseBookSearch): Record<string, unknown> {
  const isDefault = (key: string, value: unknown) =>
    JSON.stringify(value) === JSON.stringify(emptyCaseBookSearch[key as keyof CaseBookSearch])
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, isDefault(key, value) ? undefined : value]),
  )
}
