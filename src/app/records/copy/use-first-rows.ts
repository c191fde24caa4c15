import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Query } from '#contract/query.ts'
import type { RowSourceState, SourceRow } from '#contract/row-source.ts'
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
    const rowStops = new Map<string, () => void>()
    function look() {
      const { status, total, isComplete, arrived } = source.getState()
      source.ensureRange(0, count - 1)
      if (status === 'never_fetched' || status === 'error') return setFound({ status, total: 0, rows: [] })
      const rows = Array.from({ length: Math.min(total, count) }, (_, at) => source.rowAt(at)).filter(
        (row) => row !== undefined,
      )
      for (const { id } of rows) if (!rowStops.has(id)) rowStops.set(id, source.subscribeRow(id, look))
      // Nobody's cursor stands in this list: what fits no longer goes at once.
      if (arrived > 0 || rows.some(({ isOutside }) => isOutside)) source.refresh()
      if (status === 'ready' && isComplete && rows.length === Math.min(total, count)) setFound({ status, total, rows })
    }
    const stop = source.subscribe(look)
    look()
    return () => {
      stop()
      for (const stopRow of rowStops.values()) stopRow()
      source.close()
    }
  }, [copy, collection, asked, count])
  return found
}
