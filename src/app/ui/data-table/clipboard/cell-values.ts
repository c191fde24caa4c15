import type { FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import { editText, shownValue, valueOf } from '../cells/cell-text.ts'
import type { Column } from '../data-table-props.ts'
import { readSourceRows } from '../selection/read-selected-rows.ts'
import type { Table } from '../table.ts'
import { copiedColumn } from './clipboard-html.ts'
import type { WrittenCell } from './pasted-value.ts'

/** The value a user sees in a cell; a pending one takes precedence over the source's. */
export function currentValue(table: Table, row: SourceRow, column: Column): FieldValue {
  const pending = table.pending.of(row.id)[column.key]
  return pending?.error === null ? pending.value : valueOf(column, row)
}

/**
 * A cell as copied: digits without separators and days as 2026-11-20, so spreadsheets recognize
 * them, together with the raw value.
 */
export function copiedCell(table: Table, row: SourceRow, column: Column): Required<WrittenCell> {
  const value = currentValue(table, row, column)
  const isOwnFormat = column.format !== undefined && value === valueOf(column, row)
  return {
    text: isOwnFormat ? (column.format?.(row) ?? '') : copiedText(column, value, row),
    raw: { value, from: copiedColumn(column) },
  }
}

function copiedText(column: Column, value: FieldValue, row: SourceRow): string {
  return column.field.kind === 'datetime' ? shownValue(column, value, row) : editText(column, value, row)
}

/**
 * Rows `first` to `last` by index, fetching those not loaded. Null when they cannot be loaded; the
 * user is told.
 */
export async function gatherRows(
  table: Table,
  range: { first: number; last: number },
): Promise<ReadonlyMap<number, SourceRow> | null> {
  const rows = new Map<number, SourceRow>()
  const outcome = await readSourceRows(table, range, (row, index) => rows.set(index, row))
  if (outcome === 'read') return rows
  announceUnread(table, outcome)
  return null
}

export function announceUnread(table: Table, outcome: 'changed' | 'missing'): void {
  const text =
    outcome === 'changed'
      ? '그사이 목록이 바뀌어 그만두었습니다. 다시 시도해 주세요.'
      : '행을 모두 불러오지 못해 그만두었습니다. 다시 시도해 주세요.'
  table.props.onMessage({ type: 'warning', text })
}
