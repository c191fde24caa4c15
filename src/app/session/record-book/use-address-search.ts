import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import type { PlainSearch } from './record-search.ts'

export interface SearchState<Search> {
  search: Search
  change(patch: Partial<Search>): void
}

/**
 * A book's question, kept in the address bar (decision 11). Typing changes the answer at once; the address follows when the typing rests, so that
 * walking back goes by thoughts and not by keystrokes. (Spec 1 §9 delays the question too, for a server's sake: here the device answers within a frame.)
 */
export function useAddressSearch<Search extends Pick<PlainSearch, 'page'>>(kind: {
  schema: { parse(address: unknown): Search }
  empty: Search
}): SearchState<Search> {
  const { schema, empty } = kind
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  const fromAddress = schema.parse(address)
  const [search, setSearch] = useState(fromAddress)
  const written = useRef(textOf(fromAddress))
  const addressText = textOf(fromAddress)

  useEffect(() => {
    if (addressText === written.current) return
    written.current = addressText
    setSearch(schema.parse(JSON.parse(addressText)))
  }, [addressText, schema])

  useEffect(() => {
    const text = textOf(search)
    if (text === written.current) return
    return afterTyping(() => {
      written.current = text
      void navigate({ to: '.', search: (previous) => ({ ...previous, ...addressOf(search, empty) }) })
    }, filterBarDelayMs)
  }, [search, navigate, empty])

  const change = useCallback((patch: Partial<Search>) => {
    // Any filter, search or page-size change starts at the first page again (spec 2 §4).
    setSearch((previous) => ({ ...previous, page: 1, ...patch }))
  }, [])
  return { search, change }
}

function textOf(search: unknown): string {
  return JSON.stringify(search)
}

/** Defaults stay out of the address: undefined drops the key. */
function addressOf(search: object, empty: object): Record<string, unknown> {
  const defaults = new Map<string, unknown>(Object.entries(empty))
  const isDefault = (key: string, value: unknown) => JSON.stringify(value) === JSON.stringify(defaults.get(key))
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, isDefault(key, value) ? undefined : value]),
  )
}
