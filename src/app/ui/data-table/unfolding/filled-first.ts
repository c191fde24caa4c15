import type { SourceRow } from '#contract/records/row-source.ts'
import { formatCellText, getCellValue } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import type { PendingRow } from '../pending/pending-cells-types.ts'

/**
 * The columns in the order of an unfolded row: those with a value before the empty ones, each in
 * the order of the table. A row may have dozens of them, most of them empty.
 */
export function listFilledFirst(
  columns: readonly Column[],
  row: SourceRow | undefined,
  pending: PendingRow,
): readonly Column[] {
  if (!row) return columns
  const filledColumns = columns.filter((column) => isFilled(column, row, pending))
  if (filledColumns.length === columns.length) return columns
  const filledKeys = new Set(filledColumns.map(({ key }) => key))
  return [...filledColumns, ...columns.filter(({ key }) => !filledKeys.has(key))]
}

/** A mark, such as a conflict over an emptied field, has something to show as well. */
function isFilled(column: Column, row: SourceRow, pending: PendingRow): boolean {
  if (pending[column.key] !== undefined || row.marks[column.key] !== undefined) return true
  const content = column.format ? formatCellText(column, row) : getCellValue(column, row)
  return content !== null && content !== ''
}
