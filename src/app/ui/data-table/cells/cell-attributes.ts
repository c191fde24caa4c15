interface CellStanding {
  readonly gridId: string
  readonly row: number
  readonly at: number
  readonly isActive: boolean
  /** Screen-reader mode: the cell itself takes the focus, the active one as the table's tab stop. */
  readonly isStop?: boolean
}

/** What a cell of a row is found by, and told to a screen reader by: its id stands in `aria-activedescendant`, row and column are read by the pointer's commands. */
export function cellAttributes({ gridId, row, at, isActive, isStop = false }: CellStanding) {
  return {
    role: 'gridcell',
    id: `${gridId}-${row}-${at}`,
    'data-row': row,
    'data-col': at,
    tabIndex: isStop ? (isActive ? 0 : -1) : undefined,
    'aria-colindex': at + 2,
  }
}
