import { useEffect, useState } from 'react'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { cellCount } from './cell-range.ts'
import { hasSelection, selectedRanges } from './cell-selection.ts'
import { followFigures } from './follow-figures.ts'
import type { CellSelection } from './selected-cells.ts'

/** Under the table, while several cells are selected: 개수, 합계 and 평균, in a polite live region. */
export function SelectionStatus({ table }: { table: Table }) {
  const selection = useSignal(table, 'selection', () => table.selection)
  const isMore = hasSelection(table) && cellCount(selectedRanges(table)) > 1
  const [figures, setFigures] = useState<{ of: CellSelection; text: string } | null>(null)

  useEffect(() => {
    if (!isMore) return undefined
    return followFigures(table, (text) => setFigures({ of: selection, text }))
  }, [table, selection, isMore])

  return (
    <p
      role="status"
      className={
        isMore
          ? 'tabular relative z-1 flex min-h-7 shrink-0 items-center justify-end border-t bg-paper-raised px-3 text-label text-ink-2'
          : 'sr-only'
      }
    >
      {isMore && figures?.of === selection ? figures.text : ''}
    </p>
  )
}
