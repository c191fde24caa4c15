import { useEffect, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { OutboxEntry } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/use-offline-copy.tsx'

/** The record of an entry as this device shows it, with all waiting edits on top; undefined until that is known, null when there is nothing to show. */
export function useStandingRow({ collection, recordId }: OutboxEntry): SourceRow | null | undefined {
  const copy = useOfflineCopy()
  const [row, setRow] = useState<SourceRow | null>()
  useEffect(() => {
    let isOver = false
    void copy.getRow(collection, recordId).then((found) => {
      if (!isOver) setRow(found)
    })
    return () => {
      isOver = true
    }
  }, [copy, collection, recordId])
  return row
}
