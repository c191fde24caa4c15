import { useEffect, useState } from 'react'
import { wholeReferenceOf, type CollectionName } from '#contract/books/collections.ts'
import type { Sort } from '#contract/query.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'

/** More than any record has. */
const most = 200

const inPlace: Sort = { field: 'place', direction: 'asc' }

/** The parts of a record in their order, with what is unsent of them; null until they are there. Keep `order` the same between renders. */
export function useParts(
  collection: CollectionName,
  wholeId: string,
  order: Sort = inPlace,
): readonly SourceRow[] | null {
  const copy = useOfflineCopy()
  const [read, setRead] = useState<{ wholeId: string; rows: readonly SourceRow[] } | null>(null)
  useEffect(() => {
    const source = copy.openRows(collection, {
      filters: [{ op: 'equals', field: wholeReferenceOf(collection)?.key ?? '', value: wholeId }],
      search: '',
      sort: [order],
    })
    const rowStops = new Map<string, () => void>()
    function look() {
      const { status, total, arrived } = source.getState()
      // Nobody's cursor stands in this list: what was just made comes in at once.
      if (arrived > 0) source.refresh()
      source.ensureRange(0, most - 1)
      const rows = Array.from({ length: Math.min(total, most) }, (_, at) => source.rowAt(at)).filter(
        (row) => row !== undefined,
      )
      for (const { id } of rows) if (!rowStops.has(id)) rowStops.set(id, source.subscribeRow(id, look))
      if (status !== 'ready' || rows.length < Math.min(total, most)) return
      const standing = rows.filter(({ state, isGone }) => state !== 'deleted' || isGone)
      setRead({ wholeId, rows: order === inPlace ? standing.toSorted(byPlace) : standing })
    }
    const stop = source.subscribe(look)
    look()
    return () => {
      stop()
      for (const stopRow of rowStops.values()) stopRow()
      source.close()
    }
  }, [copy, collection, wholeId, order])
  return read?.wholeId === wholeId ? read.rows : null
}

function byPlace(a: SourceRow, b: SourceRow): number {
  return placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1)
}

function placeOf({ record }: SourceRow): number {
  const place = record['place']
  return typeof place === 'number' ? place : Number.MAX_SAFE_INTEGER
}
