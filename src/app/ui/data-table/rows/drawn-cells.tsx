import { Fragment } from 'react'
import type { ReactNode } from 'react'
import { drawnColumns, type ColumnWindow } from '../columns/column-window.ts'
import type { Column } from '../data-table-props.ts'
import type { Geometry } from '../layout/geometry.ts'

interface CellsOfRow {
  readonly columns: readonly Column[]
  readonly geometry: Geometry
  readonly window: ColumnWindow
  /** The focused column in this row, -1 for none. */
  readonly focused: number
}

/**
 * The drawn cells of a row in order, always including the pinned ones first
 * (`geometry.pinnedCount`). Omitted columns become one empty gap. `draw` renders the cell of a
 * column.
 */
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
