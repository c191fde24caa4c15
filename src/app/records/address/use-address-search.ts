import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { holdsResidentNumber } from '#contract/numbers/resident-number.ts'
import { useToast } from '#app/ui/overlays/toast.tsx'
import { afterTyping, filterBarDelayMs } from '#app/ui/filter-bar/after-typing.ts'
import type { PlainSearch } from './record-search.ts'
import { useRowInAddress, type RowInAddress } from './row-in-address.ts'

export interface SearchState<Search> {
  search: Search
  change(patch: Partial<Search>): void
  row: RowInAddress
}

/**
 * A book's query, kept in the URL. Typing changes the result at once, because the device answers
 * within a frame. The URL follows when typing rests, so that the back button doesn't step through
 * keystrokes.
 */
export function useAddressSearch<Search extends Pick<PlainSearch, 'page'>>(kind: {
  schema: { parse(address: unknown): Search }
  empty: Search
}): SearchState<Search> {
  const { schema, empty } = kind
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  const fromAddress = withoutNumbers(schema.parse(address))
  const [search, setSearch] = useState(fromAddress)
  const written = useRef(textOf(fromAddress))
  const addressText = textOf(fromAddress)
  const row = useRowInAddress(() => textOf(search) === written.current)

  // For a hand-made link: removes the number from the URL and the browser's history.
  const isHeld = holdsResidentNumber(textOf(address))
  useEffect(() => {
    if (isHeld) void navigate({ to: '.', replace: true, search: (previous) => withoutNumbers(previous) })
  }, [isHeld, navigate])

  useEffect(() => {
    if (addressText === written.current) return
    written.current = addressText
    row.reread()
    setSearch(withoutNumbers(schema.parse(JSON.parse(addressText))))
  }, [addressText, schema, row])

  useEffect(() => {
    const text = textOf(search)
    if (text === written.current) return
    return afterTyping(() => {
      written.current = text
      void navigate({ to: '.', search: (previous) => ({ ...previous, ...addressOf(search, empty), row: undefined }) })
    }, filterBarDelayMs)
  }, [search, navigate, empty])

  const toast = useToast()
  const change = useCallback(
    (patch: Partial<Search>) => {
      const fit = withoutNumbers(patch)
      if (fit !== patch) toast.error('주민등록번호로는 검색하거나 필터를 적용할 수 없습니다.')
      row.restart()
      // Any change of filter, search or page size returns to the first page.
      setSearch((previous) => ({ ...previous, page: 1, ...fit }))
    },
    [toast, row],
  )
  return { search, change, row }
}

/**
 * Removes search words and filters with a resident number, which must never be in a URL. Returns
 * the same object when there is none.
 */
function withoutNumbers<Asked extends object>(asked: Asked): Asked {
  if (!holdsResidentNumber(textOf(asked))) return asked
  const fit = (value: unknown): unknown => {
    if (!holdsResidentNumber(textOf(value) ?? '')) return value
    return Array.isArray(value) ? value.filter((one) => !holdsResidentNumber(textOf(one))) : ''
  }
  return Object.fromEntries(Object.entries(asked).map(([key, value]) => [key, fit(value)])) as Asked
}

function textOf(search: unknown): string {
  return JSON.stringify(search)
}

/** Defaults stay out of the URL; undefined drops the key. */
function addressOf(search: object, empty: object): Record<string, unknown> {
  const defaults = new Map<string, unknown>(Object.entries(empty))
  const isDefault = (key: string, value: unknown) => JSON.stringify(value) === JSON.stringify(defaults.get(key))
  return Object.fromEntries(
    Object.entries(search).map(([key, value]) => [key, isDefault(key, value) ? undefined : value]),
  )
}
