import type { Column } from '../data-table-props.ts'
import type { Geometry } from '../layout/geometry.ts'
import type { readRowFocus, Table } from '../table.ts'

interface CellsRow {
  readonly table: Table
  /** Index in the result, or the entry line's. */
  readonly row: number
  readonly geometry: Geometry
  readonly focus: ReturnType<typeof readRowFocus>
  /** Screen-reader mode: the cells themselves take the focus. */
  readonly isReader: boolean
}

/** Cell props that depend only on its position. */
export function cellPlace({ table, row, geometry, focus, isReader }: CellsRow, column: Column, at: number) {
  const isActive = focus.column === at
  return {
    gridId: table.gridId,
    row,
    at,
    column,
    isLastPinned: at === geometry.pinnedCount - 1,
    isActive,
    isFocused: isActive && focus.isFocused,
    isStop: isReader,
  }
}
