import { useState, useSyncExternalStore } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import type { PendingCells } from '../data-table/pending/pending-cells-props.ts'
import { pendingCells } from '../data-table/pending/pending-cells.ts'
import { useLatest } from '../use-latest.ts'

/**
 * The map of pending edits; pass the same one to a table and its detail panel. With `defersEdits`,
 * edits in the table also wait for 저장; it is read only once.
 */
export function useSharedCells(source: RowSource, options: { readonly defersEdits?: boolean } = {}): PendingCells {
  const sourceNow = useLatest(source)
  const [cells] = useState(() => pendingCells(sourceNow, options))
  return cells
}

/** Ids of rows with unsaved changes; also used to ask before leaving the screen. */
export function useUnsavedRows(cells: PendingCells): readonly string[] {
  return useSyncExternalStore(cells.subscribeUnsaved, cells.unsavedRows)
}
