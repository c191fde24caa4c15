import { useState, useSyncExternalStore } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import type { PendingCells } from '../data-table/pending/pending-cells-props.ts'
import { pendingCells } from '../data-table/pending/pending-cells.ts'
import { useLatest } from '../use-latest.ts'

/**
 * The pending map a table and its detail panel share: give the same one to both. `holdsEdits` makes every edit wait for 저장, those in the table too
 * (grid.md §14 line 18); it is read once.
 */
export function useSharedCells(source: RowSource, options: { readonly holdsEdits?: boolean } = {}): PendingCells {
  const sourceNow = useLatest(source)
  const [cells] = useState(() => pendingCells(sourceNow, options))
  return cells
}

/** Rows with changes that wait for 저장; for the question before leaving the screen as well. */
export function useUnsavedRows(cells: PendingCells): readonly string[] {
  return useSyncExternalStore(cells.subscribeUnsaved, cells.unsavedRows)
}
