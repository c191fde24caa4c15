import type { CellPosition } from '../focus/cell-navigation.ts'

/**
 * A rectangle of cells, corners included. Rows are indexes in the result, columns indexes of the
 * data columns as shown.
 */
export interface CellRange {
  readonly top: number
  readonly left: number
  readonly bottom: number
  readonly right: number
}

interface CellCorner {
  readonly row: number
  readonly column: number
}

export function createRange(a: CellCorner, b: CellCorner): CellRange {
  return {
    top: Math.min(a.row, b.row),
    left: Math.min(a.column, b.column),
    bottom: Math.max(a.row, b.row),
    right: Math.max(a.column, b.column),
  }
}

export function countRows(range: CellRange): number {
  return range.bottom - range.top + 1
}

export function countColumns(range: CellRange): number {
  return range.right - range.left + 1
}

export function countCells(ranges: readonly CellRange[]): number {
  return ranges.reduce((count, range) => count + countRows(range) * countColumns(range), 0)
}

export function containsCell(range: CellRange, { row, column }: CellCorner): boolean {
  return row >= range.top && row <= range.bottom && column >= range.left && column <= range.right
}

/** The part of a range within the grid; null when nothing is left. */
export function clipRange(range: CellRange, grid: { rows: number; columns: number }): CellRange | null {
  const clipped = {
    top: Math.max(0, range.top),
    left: Math.max(0, range.left),
    bottom: Math.min(grid.rows - 1, range.bottom),
    right: Math.min(grid.columns - 1, range.right),
  }
  return clipped.top > clipped.bottom || clipped.left > clipped.right ? null : clipped
}

/**
 * The same cells as `ranges`, each once, so that figures of overlapping rectangles count a cell
 * once.
 */
export function splitOverlaps(ranges: readonly CellRange[]): readonly CellRange[] {
  return ranges.reduce<readonly CellRange[]>(
    (disjoint, range) => [
      ...disjoint,
      ...disjoint.reduce((rest, other) => rest.flatMap((piece) => subtractRange(piece, other)), [range]),
    ],
    [],
  )
}

/** `range` without `removed`, as at most four rectangles. */
function subtractRange(range: CellRange, removed: CellRange): CellRange[] {
  const top = Math.max(range.top, removed.top)
  const bottom = Math.min(range.bottom, removed.bottom)
  const left = Math.max(range.left, removed.left)
  const right = Math.min(range.right, removed.right)
  if (top > bottom || left > right) return [range]
  const pieces: CellRange[] = [
    { ...range, bottom: top - 1 },
    { ...range, top: bottom + 1 },
    { top, bottom, left: range.left, right: left - 1 },
    { top, bottom, left: right + 1, right: range.right },
  ]
  return pieces.filter((piece) => piece.top <= piece.bottom && piece.left <= piece.right)
}

/**
 * The columns of `row` covered by the ranges, as a string such as `2-5,7-7`; empty for none.
 * Strings compare by value.
 */
export function serializeSpans(ranges: readonly CellRange[], row: number): string {
  return ranges
    .filter((range) => row >= range.top && row <= range.bottom)
    .map((range) => `${range.left}-${range.right}`)
    .join(',')
}

/** Whether a result of `serializeSpans` includes the column. */
export function isInSpans(spans: string, column: number): boolean {
  if (spans === '') return false
  return spans.split(',').some((span) => {
    const [left = 0, right = -1] = span.split('-').map(Number)
    return column >= left && column <= right
  })
}

/**
 * Several rectangles as one block for the clipboard: side by side when they cover the same rows,
 * stacked when they cover the same columns. Null otherwise; Excel refuses the same.
 */
export function toBlock(ranges: readonly CellRange[]): { rows: readonly number[]; columns: readonly number[] } | null {
  const [first] = ranges
  if (!first) return null
  const hasSameRows = ranges.every((range) => range.top === first.top && range.bottom === first.bottom)
  const hasSameColumns = ranges.every((range) => range.left === first.left && range.right === first.right)
  if (!hasSameRows && !hasSameColumns) return null
  return {
    rows: hasSameRows
      ? listNumbers(first.top, first.bottom)
      : mergeSorted(ranges.map((range) => listNumbers(range.top, range.bottom))),
    columns: hasSameColumns
      ? listNumbers(first.left, first.right)
      : mergeSorted(ranges.map((range) => listNumbers(range.left, range.right))),
  }
}

function listNumbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index)
}

function mergeSorted(lists: readonly (readonly number[])[]): number[] {
  return [...new Set(lists.flat())].toSorted((a, b) => a - b)
}

/**
 * The selection beyond the active cell. As in Excel the active cell stays where the selection began
 * (typing goes there) and the other corner moves. Positions in the result, not cells on screen, so
 * a selection survives scrolling.
 */
export interface CellSelection {
  /** Other corner of the active cell's range; null when only that cell is selected. */
  readonly corner: CellPosition | null
  /**
   * Shift+Space, Ctrl+Space and Ctrl+A widen that range to whole rows, whole columns or everything.
   */
  readonly extent: 'cells' | 'rows' | 'columns' | 'all'
  /** Additional rectangles, from Ctrl+click. */
  readonly extras: readonly CellRange[]
  /**
   * Ids of the records at the edges of the ranges, by row; after a refresh they show whether a
   * rectangle still covers the same records.
   */
  readonly edgeIds: ReadonlyMap<number, string>
  /** Cells marked by a cut, and its clipboard text. Only pasting that text clears them. */
  readonly cut: CutMark | null
}

export interface CutMark {
  readonly ranges: readonly CellRange[]
  readonly text: string
}

export const nothingSelected: CellSelection = {
  corner: null,
  extent: 'cells',
  extras: [],
  edgeIds: new Map(),
  cut: null,
}
