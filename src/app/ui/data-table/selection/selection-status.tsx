import { useEffect, useState, useSyncExternalStore } from 'react'
import { RangeCommands } from '../clipboard/range-commands.tsx'
import { isByFinger, onOtherPointer } from '../commands/last-pointer.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { cellCount } from './cell-range.ts'
import { hasSelection, selectedRanges } from './cell-selection.ts'
import { followFigures } from './follow-figures.ts'
import type { CellSelection } from './selected-cells.ts'

/** Under the table, while several cells are selected: 개수, 합계 and 평균, in a polite live region, and for a finger what is done with them. */
export function SelectionStatus({ table }: { table: Table }) {
  const selection = useSignal(table, 'selection', () => table.selection)
  const isMore = hasSelection(table) && cellCount(selectedRanges(table)) > 1
  const [figures, setFigures] = useState<{ of: CellSelection; text: string } | null>(null)

  const byFinger = useSyncExternalStore(onOtherPointer, isByFinger)
  const isDrawing = useSignal(table, 'selection', () => table.isDrawingRange)

  useEffect(() => {
    if (!isMore) return undefined
    return followFigures(table, (text) => setFigures({ of: selection, text }))
  }, [table, selection, isMore])

  return (
    <div
      className={
        isMore
          ? 'tabular relative z-1 flex min-h-7 shrink-0 flex-wrap items-center justify-end border-t bg-paper-raised px-3 text-label text-ink-2'
          : 'sr-only'
      }
    >
      {isMore && byFinger && !isDrawing ? <RangeCommands table={table} /> : null}
      <p role="status">{isMore && figures?.of === selection ? figures.text : ''}</p>
    </div>
  )
}
