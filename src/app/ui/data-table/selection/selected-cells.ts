import type { CellPosition } from '../focus/cell-navigation.ts'
import type { CellRange } from './cell-range.ts'

/**
 * What is selected beyond the active cell. As in Excel the active cell stays where the selection began (typing goes there) and the other corner moves.
 * Places of the result, never cells on the screen: a selection outlives scrolling.
 */
export interface CellSelection {
  /** Other corner of the range that begins at the active cell; null as long as only that cell is selected. */
  readonly corner: CellPosition | null
  /** Shift+Space, Ctrl+Space and Ctrl+A widen that range to whole rows, whole columns or everything. */
  readonly reach: 'cells' | 'rows' | 'columns' | 'all'
  /** Further rectangles, added with Ctrl+click. */
  readonly extras: readonly CellRange[]
  /** Which records stood at the edges of the ranges, by row: after a refresh they tell whether the rectangle still covers the same. */
  readonly edgeIds: ReadonlyMap<number, string>
  /** Cells marked by a cut, and what it put on the clipboard: they are emptied by the paste of just that, never before. */
  readonly cut: CutMark | null
}

export interface CutMark {
  readonly ranges: readonly CellRange[]
  readonly text: string
}

export const nothingSelected: CellSelection = {
  corner: null,
  reach: 'cells',
  extras: [],
  edgeIds: new Map(),
  cut: null,
}
