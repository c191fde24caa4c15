import { useEffect, useState } from 'react'
import { standingValue } from '../clipboard/cell-values.ts'
import type { Table } from '../table.ts'
import { useSignal } from '../use-table.ts'
import { cellCount, splitOverlaps } from './cell-range.ts'
import type { CellRange } from './cell-range.ts'
import { hasSelection, selectedRanges } from './cell-selection.ts'
import type { CellSelection } from './selected-cells.ts'
import { readSourceRows } from './read-selected-rows.ts'
import { createFigureTally, figuresText } from './selection-figures.ts'

/** Above this many rows only what is loaded is added up, and the line says so. */
const mostReadRows = 20_000
/** A selection that is still being drawn is not added up. */
const settled = 120

/** Under the table, while several cells are selected: 개수, 합계 and 평균, in a polite live region. */
export function SelectionStatus({ table }: { table: Table }) {
  const selection = useSignal(table, 'selection', () => table.selection)
  const isMore = hasSelection(table) && cellCount(selectedRanges(table)) > 1
  const [figures, setFigures] = useState<{ of: CellSelection; text: string } | null>(null)

  useEffect(() => {
    if (!isMore) return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => {
      void figuresOf(table).then((text) => {
        if (!stop.signal.aborted) setFigures({ of: selection, text })
      })
    }, settled)
    return () => {
      stop.abort()
      clearTimeout(timer)
    }
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

async function figuresOf(table: Table): Promise<string> {
  const ranges = splitOverlaps(selectedRanges(table))
  const rowCount = ranges.reduce((count, range) => count + range.bottom - range.top + 1, 0)
  const tally = createFigureTally()
  let seen = 0
  const add = (range: CellRange, index: number) => {
    const row = table.props.source.rowAt(index)
    if (!row) return
    for (let at = range.left; at <= range.right; at++) {
      const column = table.props.columns[at]
      if (column) tally.add(column, standingValue(table, row, column))
    }
    seen += range.right - range.left + 1
  }
  for (const range of ranges) {
    if (rowCount <= mostReadRows) {
      await readSourceRows(table, { first: range.top, last: range.bottom }, (_row, index) => add(range, index))
    } else {
      for (let index = range.top; index <= range.bottom; index++) add(range, index)
    }
  }
  const all = cellCount(ranges)
  const words = figuresText(tally.figures())
  return seen === all ? words : `${words} · 불러온 ${seen.toLocaleString('ko-KR')}칸`
}
