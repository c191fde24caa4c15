import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/row-source.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'

/** More than any unit has. */
const most = 200

/** The parts of a unit in their order, with what is unsent of them; null until they are there. */
export function useUnitParts(collection: CollectionName, unitId: string): readonly SourceRow[] | null {
  const copy = useOfflineCopy()
  const [read, setRead] = useState<{ unitId: string; rows: readonly SourceRow[] } | null>(null)
  useEffect(() => {
    const source = copy.openRows(collection, {
      filters: [{ op: 'equals', field: 'unit_id', value: unitId }],
      search: '',
      sort: [{ field: 'place', direction: 'asc' }],
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
      setRead({ unitId, rows: rows.filter(({ state, isGone }) => state !== 'deleted' || isGone).toSorted(byPlace) })
    }
    const stop = source.subscribe(look)
    look()
    return () => {
      stop()
      for (const stopRow of rowStops.values()) stopRow()
      source.close()
    }
  }, [copy, collection, unitId])
  return read?.unitId === unitId ? read.rows : null
}

function byPlace(a: SourceRow, b: SourceRow): number {
  return placeOf(a) - placeOf(b) || (a.id < b.id ? -1 : 1)
}

function placeOf({ record }: SourceRow): number {
  const place = record['place']
  return typeof place === 'number' ? place : Number.MAX_SAFE_INTEGER
}
