import type { CellPosition } from '../focus/cell-navigation.ts'
import type { CellRange } from './cell-range.ts'

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
