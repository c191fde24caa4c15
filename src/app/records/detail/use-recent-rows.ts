import { useEffect, useState } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { recentRecords } from './recent-records.ts'

export interface RecentRow {
  readonly collection: CollectionName
  readonly row: SourceRow
}

/**
 * The user's recently opened records on this device, read when the component mounts. Leaves out
 * deleted ones.
 */
export function useRecentRows(): readonly RecentRow[] {
  const copy = useOfflineCopy()
  const [recent, setRecent] = useState<readonly RecentRow[]>([])
  useEffect(() => {
    let isUnmounted = false
    async function read() {
      const opened = recentRecords(copy.userId)
      const rows = await Promise.all(opened.map(({ collection, id }) => copy.getRow(collection, id)))
      if (!isUnmounted) setRecent(opened.flatMap(({ collection }, at) => existingRow(collection, rows[at])))
    }
    void read()
    return () => {
      isUnmounted = true
    }
  }, [copy])
  return recent
}

function existingRow(collection: CollectionName, row: SourceRow | null | undefined): RecentRow[] {
  return !row || row.state === 'deleted' ? [] : [{ collection, row }]
}
