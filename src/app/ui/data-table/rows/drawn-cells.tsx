import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { drawnColumns, type ColumnWindow } from '../columns/column-window.ts'
import type { Column } from '../data-table-props.ts'
import type { Geometry } from '../layout/geometry.ts'

interface CellsOfRow {
  readonly columns: readonly Column[]
  readonly geometry: Geometry
  readonly window: ColumnWindow
  /** The column in focus in this row, -1 for none. */
  readonly focused: number
}

/** The cells of a row that are drawn, in order, the pinned ones first (`geometry.pinnedCount` of them, always); what is left out between them is one empty stretch. `draw` answers the cell of a column and its place. */
export function drawnCells(
  { columns, geometry, window, focused }: CellsOfRow,
  draw: (column: Column, at: number) => ReactNode,
): ReactNode[] {
  return drawnColumns(geometry, window, focused).map(({ at, gap }) => {
    const column = columns[at]
    if (!column) return null
    return (
      <Fragment key={column.key}>
        {gap === null ? null : <span aria-hidden className="shrink-0" style={{ width: gap }} />}
        {draw(column, at)}
      </Fragment>
    )
  })
}
