import { checkInRow, checkValue } from '../cells/cell-text.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { activeColumn, announceFocus, isEditableAt } from '../table.ts'
import type { Table } from '../table.ts'

/** Ctrl+D in the line for a new record: the value of the record added last, before one was added that of the first row shown. */
export function fillEntryDown(table: Table): boolean {
  const column = activeColumn(table)
  if (!column || !isEditableAt(table, { row: entryRow, column: table.position.column })) return true
  const above = table.entry.last() ?? table.props.source.rowAt(0)?.record
  const parsed = checkInRow(column, null, checkValue(column, above?.[column.key] ?? null))
  if (parsed.ok) table.entry.set(column.key, parsed.value)
  else table.notice = parsed.message
  announceFocus(table)
  return true
}
