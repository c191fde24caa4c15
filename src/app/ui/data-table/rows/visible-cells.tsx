import { Fragment, type ReactNode } from 'react'
import { type ColumnWindow, listVisibleColumns } from '../columns/column-window.ts'
import type { Column } from '../data-table-props.ts'
import type { Geometry } from '../layout/geometry.ts'
import type { parseRowFocus, Table } from '../table.ts'

interface VisibleCellsInput {
  readonly columns: readonly Column[]
  readonly geometry: Geometry
  readonly window: ColumnWindow
  /** The focused column in this row, -1 for none. */
  readonly focused: number
}

/**
 * The rendered cells of a row in order, always including the pinned ones first
 * (`geometry.pinnedCount`). Omitted columns become one empty gap. `renderCell` renders the cell of
 * a column.
 */
export function renderVisibleCells(
  { columns, geometry, window, focused }: VisibleCellsInput,
  renderCell: (column: Column, columnIndex: number) => ReactNode,
): ReactNode[] {
  return listVisibleColumns(geometry, window, focused).map(({ columnIndex, gap }) => {
    const column = columns[columnIndex]
    if (!column) return null
    return (
      <Fragment key={column.key}>
        {gap === null ? null : <span aria-hidden className="shrink-0" style={{ width: gap }} />}
        {renderCell(column, columnIndex)}
      </Fragment>
    )
  })
}

/**
 * The sticky left part of a line: row number and pinned cells. One sticky box for all of them,
 * because browsers make a layer of each, and a hundred layers cost a slow processor more than
 * rendering the rows.
 */
export function PinnedPart({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className="sticky left-0 z-2 flex shrink-0 bg-inherit">
      {children}
    </div>
  )
}

interface CellPropsInput {
  readonly table: Table
  /** Index in the result, or the entry line's. */
  readonly row: number
  readonly geometry: Geometry
  readonly focus: ReturnType<typeof parseRowFocus>
  /** Screen-reader mode: the cells themselves take the focus. */
  readonly isScreenReaderMode: boolean
}

/** Cell props that depend only on its position. */
export function buildCellProps(
  { table, row, geometry, focus, isScreenReaderMode }: CellPropsInput,
  column: Column,
  columnIndex: number,
) {
  const isActive = focus.column === columnIndex
  return {
    gridId: table.gridId,
    row,
    columnIndex,
    column,
    isLastPinned: columnIndex === geometry.pinnedCount - 1,
    isActive,
    isFocused: isActive && focus.isFocused,
    isStop: isScreenReaderMode,
  }
}
