import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Query } from '#contract/query.ts'
import type { RowSourceState, SourceRow } from '#contract/row-source.ts'
import { followFirstRows } from './follow-first-rows.ts'
import { useOfflineCopy } from './use-offline-copy.tsx'

export interface FirstRows {
  readonly status: RowSourceState['status']
  /** Of the whole result. */
  readonly total: number
  readonly rows: readonly SourceRow[]
}

/**
 * The first rows that a question finds on this device, the person's own unsent changes in them, kept current while the screen is open: what no longer fits leaves, what fits comes in.
 * `query` is compared by its content. Half of a first copy is told as `loading`: its total would be wrong.
 */
export function useFirstRows(collection: CollectionName, query: Query, count: number): FirstRows {
  const copy = useOfflineCopy()
  const [found, setFound] = useState<FirstRows>({ status: 'loading', total: 0, rows: [] })
  const asked = JSON.stringify(query)
  useEffect(() => {
    // A question is plain data: text and back gives the same question.
    const source = copy.openRows(collection, JSON.parse(asked) as Query)
    return followFirstRows(source, count, ({ state: { status, total, isComplete }, rows, isWhole }) => {
      if (status === 'never_fetched' || status === 'error') return setFound({ status, total: 0, rows: [] })
      if (isWhole && isComplete) setFound({ status, total, rows })
      // What fits no longer goes at once. Last: the source may tell the next rows before this call returns.
      if (rows.some(({ isOutside }) => isOutside)) source.refresh()
    })
  }, [copy, collection, asked, count])
  return found
}
