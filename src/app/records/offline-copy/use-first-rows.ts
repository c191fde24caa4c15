import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { Query } from '#contract/records/query.ts'
import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import { useOfflineCopy } from './use-offline-copy.tsx'

export interface FirstRows {
  readonly status: RowSourceState['status']
  /** Of the whole result. */
  readonly total: number
  readonly rows: readonly SourceRow[]
}

/**
 * The first rows of a query on this device, including the user's unsent changes, kept current while
 * the screen is open: rows that no longer match leave, new matches appear. Compares `query` by
 * content. A partial first copy is reported as `loading`, because its total would be wrong.
 */
export function useFirstRows(collection: CollectionName, query: Query, count: number): FirstRows {
  const copy = useOfflineCopy()
  const [result, setResult] = useState<FirstRows>({ status: 'loading', total: 0, rows: [] })
  const queryKey = JSON.stringify(query)
  useEffect(
    // A query is plain data, so parsing its JSON gives the same query.
    () => watchWholeRows(copy.openRows(collection, JSON.parse(queryKey) as Query), count, setResult),
    [copy, collection, queryKey, count],
  )
  return result
}

/**
 * As `useFirstRows`, without React: reports the first rows whenever all of them are loaded. The
 * returned function closes the source.
 */
export function watchWholeRows(source: RowSource, count: number, notify: (rows: FirstRows) => void): () => void {
  return watchFirstRows(source, count, ({ state: { status, total, isComplete }, rows, isComplete: areAllLoaded }) => {
    if (status === 'never_fetched' || status === 'error') return notify({ status, total: 0, rows: [] })
    if (areAllLoaded && isComplete) notify({ status, total, rows })
    // Removes rows that no longer match at once. Last, because the source may report the next rows
    // before this call returns.
    if (rows.some(({ isOutside }) => isOutside)) source.refresh()
  })
}

interface FirstRowsSnapshot {
  readonly state: RowSourceState
  readonly rows: readonly SourceRow[]
  /** Whether all requested rows are loaded. */
  readonly isComplete: boolean
}

/**
 * Reports the first `count` rows of a source now and whenever the source or one of them changes.
 * The returned function closes the source.
 */
export function watchFirstRows(
  source: RowSource,
  count: number,
  notify: (snapshot: FirstRowsSnapshot) => void,
): () => void {
  const rowStops = new Map<string, () => void>()
  function refresh() {
    // No cursor is in such a list, so new rows appear at once.
    if (source.getState().arrived > 0) source.refresh()
    const state = source.getState()
    const wantedCount = Math.min(state.total, count)
    source.ensureRange(0, count - 1)
    const rows = Array.from({ length: wantedCount }, (_, index) => source.rowAt(index)).filter(
      (row) => row !== undefined,
    )
    for (const { id } of rows) if (!rowStops.has(id)) rowStops.set(id, source.subscribeRow(id, refresh))
    notify({ state, rows, isComplete: state.status === 'ready' && rows.length === wantedCount })
  }
  const stop = source.subscribe(refresh)
  refresh()
  return () => {
    stop()
    for (const stopRow of rowStops.values()) stopRow()
    source.close()
  }
}
