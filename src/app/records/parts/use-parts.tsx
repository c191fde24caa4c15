import { useEffect, useState } from 'react'
import { CopyUnavailable } from '#app/records/offline-copy/copy-unavailable.tsx'
import { useOfflineCopy, useSyncStatus } from '#app/records/offline-copy/use-offline-copy.tsx'
import { Spinner } from '#app/ui/buttons/button.tsx'
import type { CollectionName } from '#contract/books/collections.ts'
import { findParentReference } from '#contract/books/references.ts'
import type { Sort } from '#contract/records/query.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { watchFirstRows } from '../offline-copy/use-first-rows.ts'

/** More parts than any record has. */
const maxParts = 200

const positionOrder: Sort = { field: 'place', direction: 'asc' }

/**
 * The parts of a record in their order, including unsent changes; null while loading. Keep `order`
 * stable between renders.
 */
export function useParts(
  collection: CollectionName,
  parentId: string,
  order: Sort = positionOrder,
): readonly SourceRow[] | null {
  const copy = useOfflineCopy()
  const [loaded, setLoaded] = useState<{ parentId: string; rows: readonly SourceRow[] } | null>(null)
  useEffect(() => {
    const source = copy.openRows(collection, {
      filters: [{ op: 'equals', field: findParentReference(collection)?.key ?? '', value: parentId }],
      search: '',
      sort: [order],
    })
    return watchFirstRows(source, maxParts, ({ rows, isComplete }) => {
      if (!isComplete) return
      const existing = rows.filter(({ state, isGone }) => state !== 'deleted' || isGone)
      setLoaded({ parentId, rows: order === positionOrder ? existing.toSorted(comparePositions) : existing })
    })
  }, [copy, collection, parentId, order])
  return loaded?.parentId === parentId ? loaded.rows : null
}

function comparePositions(a: SourceRow, b: SourceRow): number {
  return readPosition(a) - readPosition(b) || (a.id < b.id ? -1 : 1)
}

function readPosition({ record }: SourceRow): number {
  const position = record['place']
  return typeof position === 'number' ? position : Number.MAX_SAFE_INTEGER
}

/**
 * Placeholder for parts that are still loading, or aren't on this device while the server can't be
 * reached.
 */
export function PartsPending() {
  const { connection, trouble } = useSyncStatus()
  if (connection !== 'offline' && trouble === null) return <Spinner label="불러오는 중" />
  return (
    <div className="appears-late">
      <CopyUnavailable isInline />
    </div>
  )
}
