import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table-props.ts'
import type { Table } from '../table.ts'
import { getCellValue } from './cell-text.ts'

/** The value a user sees in a cell; a pending one takes precedence over the source's. */
export function getCurrentValue(table: Table, row: SourceRow, column: Column): FieldValue {
  const pending = table.pending.getRow(row.id)[column.key]
  return pending?.error === null ? pending.value : getCellValue(column, row)
}
