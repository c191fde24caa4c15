import { useCallback, useSyncExternalStore } from 'react'
import type { RowSource, RowSourceState, SourceRow } from '#contract/records/row-source.ts'
import type { PendingCells, PendingRow } from './pending/pending-cells-types.ts'
import type { Table } from './table.ts'

/** Re-renders when the named signal comes and the snapshot differs. */
export function useSignal<Snapshot>(table: Table, name: string, snapshot: () => Snapshot): Snapshot {
  const subscribe = useCallback((listener: () => void) => table.signals.on(name, listener), [table, name])
  return useSyncExternalStore(subscribe, snapshot)
}

export function usePendingRow(pending: PendingCells, rowId: string): PendingRow {
  const subscribe = useCallback((listener: () => void) => pending.subscribe(rowId, listener), [pending, rowId])
  return useSyncExternalStore(subscribe, () => pending.getRow(rowId))
}

export function useSourceState(source: RowSource): RowSourceState {
  return useSyncExternalStore(
    useCallback((listener) => source.subscribe(listener), [source]),
    () => source.getState(),
  )
}

/** The row currently at an index of the result; undefined while it isn't loaded. */
export function useRowAt(source: RowSource, index: number): SourceRow | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      let id: string | undefined
      let stopRow: () => void = () => {}
      function follow() {
        const rowId = source.rowAt(index)?.id
        if (rowId === id) return
        stopRow()
        id = rowId
        stopRow = rowId === undefined ? () => {} : source.subscribeRow(rowId, listener)
      }
      follow()
      const stopSource = source.subscribe(() => {
        follow()
        listener()
      })
      return () => {
        stopSource()
        stopRow()
      }
    },
    [source, index],
  )
  return useSyncExternalStore(subscribe, () => source.rowAt(index))
}
