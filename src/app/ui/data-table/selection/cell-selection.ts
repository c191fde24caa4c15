import type { Table } from '../table.ts'
import {
  type CellRange,
  type CellSelection,
  clipRange,
  createRange,
  type CutMark,
  serializeSpans,
} from './cell-range.ts'

export function hasSelection(table: Table): boolean {
  return table.selection.corner !== null || table.selection.extras.length > 0
}

/**
 * Every selected rectangle, the active cell's first; empty in the header, the entry line and the
 * action column.
 */
export function listSelectedRanges(table: Table): readonly CellRange[] {
  const { position, selection, props } = table
  const grid = { rows: props.source.getState().total, columns: props.columns.length }
  const currentRange = createRange(position, selection.corner ?? position)
  const activeRange = position.row >= 0 ? clipRange(widenRange(currentRange, selection.extent, grid), grid) : null
  const extras = selection.extras.flatMap((range) => clipRange(range, grid) ?? [])
  return activeRange ? [activeRange, ...extras] : extras
}

/** Replaces the corner and the additional rectangles. */
export function changeSelection(
  table: Table,
  next: Partial<Pick<CellSelection, 'corner' | 'extent' | 'extras'>>,
): void {
  table.selection = { ...table.selection, ...next }
  table.selection = { ...table.selection, edgeIds: computeEdges(table) }
  table.signals.emit('selection')
}

/**
 * Reduces the selection to the active cell. Emits nothing when it already is, so an arrow key
 * redraws two cells and checks no row.
 */
export function selectOnlyActive(table: Table): void {
  if (hasSelection(table)) changeSelection(table, { corner: null, extent: 'cells', extras: [] })
}

export function markCut(table: Table, cut: CutMark | null): void {
  if (table.selection.cut === cut) return
  table.selection = { ...table.selection, cut }
  table.signals.emit('selection')
}

/**
 * Moves the selection by `by` rows with the active row after a refresh, if the records at its edges
 * moved too. Otherwise reduces it to the active cell, so that clearing or pasting never affects
 * other records.
 */
export function shiftSelection(table: Table, by: number): void {
  markCut(table, null)
  if (!hasSelection(table)) return
  const { corner, extras, edgeIds } = table.selection
  const { source } = table.props
  const isSame = [...edgeIds].every(([row, id]) => source.rowAt(row + by)?.id === id)
  if (!isSame) {
    selectOnlyActive(table)
    return
  }
  changeSelection(table, {
    corner: corner && { ...corner, row: corner.row + by },
    extras: extras.map((range) => ({ ...range, top: range.top + by, bottom: range.bottom + by })),
  })
}

/**
 * The selected and cut columns of a row, as a string so that snapshots compare by value; empty for
 * none.
 */
export function buildSelectionKey(table: Table, row: number): string {
  const { cut } = table.selection
  const hasSeveralCells = hasSelection(table)
  if (!hasSeveralCells && !cut) return ''
  const ranges = hasSeveralCells ? listSelectedRanges(table) : []
  const [active] = ranges
  const handle = active?.bottom === row && ranges.length === 1 ? String(active.right) : ''
  const key = `${serializeSpans(ranges, row)}|${cut ? serializeSpans(cut.ranges, row) : ''}|${handle}`
  return key === '||' ? '' : key
}

export function parseSelectionKey(key: string): { spans: string; cutSpans: string; handle: number } {
  const [spans = '', cutSpans = '', handle = ''] = key.split('|')
  return { spans, cutSpans, handle: handle === '' ? -1 : Number(handle) }
}

function widenRange(
  range: CellRange,
  extent: CellSelection['extent'],
  grid: { rows: number; columns: number },
): CellRange {
  const hasWholeRows = extent === 'rows' || extent === 'all'
  const hasWholeColumns = extent === 'columns' || extent === 'all'
  return {
    top: hasWholeColumns ? 0 : range.top,
    bottom: hasWholeColumns ? grid.rows - 1 : range.bottom,
    left: hasWholeRows ? 0 : range.left,
    right: hasWholeRows ? grid.columns - 1 : range.right,
  }
}

function computeEdges(table: Table): ReadonlyMap<number, string> {
  const { extras, extent } = table.selection
  // Whole columns apply to any result; only ranges of specific rows have edges.
  const isEveryRow = extent === 'columns' || extent === 'all'
  const ranges = isEveryRow ? extras : listSelectedRanges(table)
  const rows = ranges.flatMap((range) => [range.top, range.bottom])
  const edges = rows.flatMap((row) => {
    const id = table.props.source.rowAt(row)?.id
    return id === undefined ? [] : [[row, id] as const]
  })
  return new Map(edges)
}
