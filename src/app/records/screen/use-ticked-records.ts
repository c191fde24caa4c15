import { useMemo, useState } from 'react'
import type { Query } from '#contract/query.ts'
import type { RowSelection } from '#app/ui/data-table/data-table-props.ts'
import { noRows, selectionUnder } from '#app/ui/data-table/selection/row-checks.ts'

export interface TickedRecords {
  /** What is ticked under the present filters; `queryKey` of a predicate is the table's. */
  readonly value: RowSelection
  readonly onChange: (next: RowSelection) => void
}

/**
 * The ticked records of a book. "All that match" counts for filters and search: turning the page or sorting anew changes the key of what the table shows,
 * but not what matches.
 */
export function useTickedRecords(query: Query, queryKey: string): TickedRecords {
  const [ticked, setTicked] = useState<RowSelection>(noRows)
  const matchKey = JSON.stringify([query.filters, query.search])
  return useMemo(() => {
    const standing = selectionUnder(ticked, matchKey)
    return {
      value: standing.kind === 'matching' ? { ...standing, queryKey } : standing,
      onChange: (next) => setTicked(next.kind === 'matching' ? { ...next, queryKey: matchKey } : next),
    }
  }, [ticked, matchKey, queryKey])
}
