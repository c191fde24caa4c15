import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { coversRecord, type FieldSum, listFieldSums } from '#domain/books/field-sums.ts'
import { toComparedValue } from '#domain/books/field-values.ts'
import { getCellValue } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'

/** A sum of a column, as groups, selections and prints show it. */
export interface ColumnSum extends FieldSum {
  readonly column: Column
}

/** The sums of a list's columns, in the order of the columns. */
export function listColumnSums(columns: readonly Column[]): readonly ColumnSum[] {
  return columns.flatMap((column) =>
    listFieldSums(column.field, column.key).map((sum) => ({
      ...sum,
      column,
      ...(sum.only === null && { label: column.label }),
    })),
  )
}

/** What a row adds to a sum; null for nothing. `value`: the cell's, if it is not the stored one. */
export function readSummand(
  sum: ColumnSum,
  row: SourceRow,
  value: FieldValue = getCellValue(sum.column, row),
): number | null {
  const amount = toComparedValue(sum.column.field, value)
  return typeof amount === 'number' && coversRecord(sum, row.record) ? amount : null
}
