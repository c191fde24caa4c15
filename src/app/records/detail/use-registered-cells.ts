import { useSyncExternalStore } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import { useLeaveGuard } from '../unsaved/use-leave-guard.ts'
import type { PendingCells } from '#app/ui/data-table/pending/pending-cells-props.ts'
import { useSharedCells, useUnsavedRows } from '#app/ui/detail-panel/use-shared-cells.ts'

/**
 * Unsent values of a table and its detail panel. Input waiting for 저장 and text that is no valid
 * value (a day that doesn't exist) exist only here. `name` tells the user where before they are
 * dropped.
 */
export function useRegisteredCells(source: RowSource, name: string): PendingCells {
  const cells = useSharedCells(source)
  const unstoredIds = useSyncExternalStore(cells.subscribeUnstored, cells.unstoredRows)
  // Values the device has no room for have their own guard (unstored-guard.tsx) and return with
  // their table.
  useLeaveGuard(hasOtherRows(useUnsavedRows(cells), unstoredIds), name)
  return cells
}

function hasOtherRows(rows: readonly string[], known: readonly string[]): boolean {
  const knownIds = new Set(known)
  return rows.some((row) => !knownIds.has(row))
}
