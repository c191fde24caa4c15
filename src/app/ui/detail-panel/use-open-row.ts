import { useCallback, useState, useSyncExternalStore } from 'react'
import type { RowSource, SourceRow } from '#contract/row-source.ts'

/** The row as the source has it; one that left the source stays as it was seen last, so that a refresh never empties a panel somebody types in. */
export function useOpenRow(source: RowSource, rowId: string): SourceRow | undefined {
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = [source.subscribe(listener), source.subscribeRow(rowId, listener)]
      return () => stops.forEach((stop) => stop())
    },
    [source, rowId],
  )
  const row = useSyncExternalStore(subscribe, () => source.rowById(rowId))
  const [last, setLast] = useState(row)
  if (row !== undefined && row !== last) setLast(row)
  return row ?? (last?.id === rowId ? last : undefined)
}
