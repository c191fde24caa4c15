import { useEffect, useState } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { useNoteSearched } from '../copy/use-note-asked.ts'
import type { ScreenState } from '../screen/use-screen-state.ts'

/** The book to search, with the order of the results. */
export type SearchedBook = Pick<ScreenState, 'copy' | 'book' | 'query'>

/** Number of results offered; typing more finds the others. */
const offered = 20

interface Found {
  readonly rows: readonly SourceRow[]
  readonly total: number
  /** The text that found them; they stay visible while another text is searched. */
  readonly search: string
}

/**
 * The first records of the book that match a text, in the order of its list; null without a text.
 * Keeps the last answer until the next arrives.
 */
export function useFoundRecords({ copy, book, query }: SearchedBook, text: string): Found | null {
  const [found, setFound] = useState<Found | null>(null)
  const { collection } = book
  const search = text.trim()
  const { sort } = query
  useNoteSearched(copy, search, collection)
  useEffect(() => {
    if (search === '') return
    const source = copy.openRows(collection, { filters: [], search, sort })
    function look() {
      const { status, total } = source.getState()
      const count = Math.min(total, offered)
      source.ensureRange(0, offered - 1)
      const rows = Array.from({ length: count }, (_, at) => source.rowAt(at)).filter((row) => row !== undefined)
      if (status === 'ready' && rows.length === count) setFound({ rows, total, search })
    }
    const stop = source.subscribe(look)
    look()
    return () => {
      stop()
      source.close()
    }
  }, [copy, collection, search, sort])
  return search === '' ? null : found
}
