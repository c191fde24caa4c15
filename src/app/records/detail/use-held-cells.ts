import { useSyncExternalStore } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import { useLeaveGuard } from '../unsaved/use-leave-guard.ts'
import type { PendingCells } from '#app/ui/data-table/pending/pending-cells-props.ts'
import { useSharedCells, useUnsavedRows } from '#app/ui/detail-panel/use-shared-cells.ts'

/**
 * The unsent values of a table and of the panel beside it. What waits for 저장, and a text that stands for no value (a day that does not exist), stands here and
 * nowhere else. `name` tells the user where, before it is dropped.
 */
export function useHeldCells(source: RowSource, name: string): PendingCells {
  const cells = useSharedCells(source)
  const unkept = useSyncExternalStore(cells.subscribeUnkept, cells.unkeptRows)
  // What the device has no room for has a guard of its own (unkept-guard.tsx), and comes back with its table.
  useLeaveGuard(isBeyond(useUnsavedRows(cells), unkept), name)
  return cells
}

function isBeyond(rows: readonly string[], known: readonly string[]): boolean {
  const those = new Set(known)
  return rows.some((row) => !those.has(row))
}
