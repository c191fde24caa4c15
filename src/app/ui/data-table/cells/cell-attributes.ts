interface CellAttributeInput {
  readonly gridId: string
  readonly row: number
  readonly at: number
  readonly isActive: boolean
  /**
   * Screen-reader mode: the cells themselves are focusable, and the active one is the table's tab
   * stop.
   */
  readonly isStop?: boolean
}

/**
 * Attributes by which a cell is found and announced. Its id is used in `aria-activedescendant`; the
 * pointer handlers read row and column.
 */
export function cellAttributes({ gridId, row, at, isActive, isStop = false }: CellAttributeInput) {
  return {
    role: 'gridcell',
    id: `${gridId}-${row}-${at}`,
    'data-row': row,
    'data-col': at,
    tabIndex: isStop ? (isActive ? 0 : -1) : undefined,
    'aria-colindex': at + 2,
  }
}
