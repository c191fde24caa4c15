import { useEffect, useState } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { useAuditSearch } from '../copy/use-audit-view.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

/** The book to search, with the order of the results. */
export type SearchedBook = Pick<ScreenState, 'copy' | 'book' | 'query'>

/** Number of results offered; typing more finds the others. */
const maxResults = 20

interface SearchResults {
  readonly rows: readonly SourceRow[]
  readonly total: number
  /** The text that found them; they stay visible while another text is searched. */
  readonly search: string
}

/**
 * The first records of the book that match a text, in the order of its list; null without a text.
 * Keeps the last answer until the next arrives.
 */
export function useFoundRecords({ copy, book, query }: SearchedBook, text: string): SearchResults | null {
  const [results, setResults] = useState<SearchResults | null>(null)
  const { collection } = book
  const search = text.trim()
  const { sort } = query
  useAuditSearch(copy, search, collection)
  useEffect(() => {
    if (search === '') return
    const source = copy.openRows(collection, { filters: [], search, sort })
    function refresh() {
      const { status, total } = source.getState()
      const count = Math.min(total, maxResults)
      source.ensureRange(0, maxResults - 1)
      const rows = Array.from({ length: count }, (_, at) => source.rowAt(at)).filter((row) => row !== undefined)
      if (status === 'ready' && rows.length === count) setResults({ rows, total, search })
    }
    const stop = source.subscribe(refresh)
    refresh()
    return () => {
      stop()
      source.close()
    }
  }, [copy, collection, search, sort])
  return search === '' ? null : results
}
