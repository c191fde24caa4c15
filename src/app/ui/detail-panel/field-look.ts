import type { SourceRow } from '#contract/records/row-source.ts'
import { addDerivedFields, type DerivedField } from '#domain/books/book-rules.ts'
import { describeMark, findConflict, type ShownMark } from '../data-table/cells/cell-corner.tsx'
import { formatCellText, formatCellValue, formatForEditing } from '../data-table/cells/cell-text.ts'
import type { Conflict } from '../data-table/cells/conflict-card.tsx'
import { buildCellLook } from '../data-table/cells/table-cell.tsx'
import type { Column } from '../data-table/data-table-props.ts'
import { isUnsaved } from '../data-table/pending/cell-map.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-types.ts'

/** Everything a panel field shows, from the same sources as the table's cell. */
export interface FieldLook {
  /** The control's text while nobody types in it. */
  readonly text: string
  readonly mark: ShownMark | null
  /** Why the value is not saved or not allowed. */
  readonly message: string | null
  /** The row's current value, when an unsaved change started from a different one. */
  readonly arrived: string | null
  readonly conflict: Conflict | null
  /** Has an unsaved change that can be reverted. */
  readonly isChanged: boolean
}

export function buildFieldLook(column: Column, row: SourceRow, pending: PendingRow): FieldLook {
  const cell = pending[column.key]
  const { mark } = buildCellLook(column, row, pending)
  return {
    text: formatField(column, row, pending),
    mark: mark === 'loading' ? null : mark,
    message: cell ? cell.error : describeMark(row.marks[column.key]),
    arrived: formatArrived(column, row, pending),
    conflict: findConflict(column, row, pending),
    isChanged: isUnsaved(cell),
  }
}

/**
 * Adds the values that 저장 derives from the waiting ones (부가세 from 보수료), so that they show while
 * typing. They are no changes of their own; a field with a pending value keeps it.
 */
export function withDerivedCells(pending: PendingRow, follows: readonly DerivedField[]): PendingRow {
  const waiting = Object.entries(pending).filter(([, cell]) => isUnsaved(cell) && cell.text === null)
  const values = Object.fromEntries(waiting.map(([key, { value }]) => [key, value]))
  const derived = Object.entries(addDerivedFields({ follows }, values)).filter(([key]) => pending[key] === undefined)
  if (derived.length === 0) return pending
  return { ...pending, ...Object.fromEntries(derived.map(([key, value]) => [key, { value, text: null, error: null }])) }
}

/** Fields whose conflict is one decision ask once, at the first of them that is shown. */
export function asksAboutConflict(column: Column, row: SourceRow, shownColumns: readonly Column[]): boolean {
  const together = row.marks[column.key]?.together?.map(({ key }) => key) ?? [column.key]
  return shownColumns.find(({ key }) => together.includes(key)) === column
}

/** The old and new text of a field, for the list of changes. */
export function changeTexts(column: Column, row: SourceRow, pending: PendingRow): { old: string; next: string } {
  const cell = pending[column.key]
  const base = cell?.base ?? row
  return {
    old: formatCellValue(column, base.record[column.key] ?? null, base),
    next: cell ? (cell.text ?? formatCellValue(column, cell.value, row)) : '',
  }
}

/**
 * Money keeps its separators, because it is read more often than typed and they are parsed; dates
 * appear as they are typed.
 */
function formatField(column: Column, row: SourceRow, pending: PendingRow): string {
  const cell = pending[column.key]
  if (cell?.text != null) return cell.text
  if (!cell && !column.isEditable) return formatCellText(column, row)
  const value = cell ? cell.value : (row.record[column.key] ?? null)
  const { kind } = column.field
  return kind === 'won' || kind === 'number'
    ? formatCellValue(column, value, row)
    : formatForEditing(column, value, row)
}

function formatArrived(column: Column, row: SourceRow, pending: PendingRow): string | null {
  const base = pending[column.key]?.base
  const currentValue = row.record[column.key] ?? null
  if (!base || (base.record[column.key] ?? null) === currentValue) return null
  return formatCellValue(column, currentValue, row) || '(비어 있음)'
}
