import { useEffect, useState } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import { findRow } from '#app/action-history/find-row.ts'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'
import { useLatest } from '#app/ui/use-latest.ts'

interface LinkedRecordOptions {
  /** Rows of the whole result; those of one page would miss a record on another page. */
  source: RowSource
  /** Id of the record named in the URL; null for none. */
  rowId: string | null
  onFound(rowId: string): void
  /** Called when the record isn't in the result. */
  onMissing(rowId: string): Promise<void>
}

/**
 * Scrolls the table to the record named in the URL (by a link or a banner) once the result is
 * loaded, so that the panel has its row.
 */
export function useLinkedRecord(options: LinkedRecordOptions): CellTarget | null {
  const { source, rowId } = options
  const latest = useLatest(options)
  const [target, setTarget] = useState<CellTarget | null>(null)
  useEffect(() => {
    if (rowId === null || source.rowById(rowId)) return
    const watch = { isGone: false, stop: () => undefined as void }
    async function revealRecord(id: string) {
      watch.stop()
      const isFound = await findRow(source, id)
      if (watch.isGone) return
      if (!isFound) return latest().onMissing(id)
      latest().onFound(id)
      setTarget((before) => ({ rowId: id, key: null, keepsFocus: true, turn: (before?.turn ?? 0) + 1 }))
    }
    if (isFullyLoaded(source)) void revealRecord(rowId)
    else watch.stop = source.subscribe(() => isFullyLoaded(source) && void revealRecord(rowId))
    return () => {
      watch.isGone = true
      watch.stop()
    }
  }, [source, rowId, latest])
  return target
}

function isFullyLoaded(source: RowSource): boolean {
  const { status, isComplete } = source.getState()
  return status === 'ready' && isComplete
}
