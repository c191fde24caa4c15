import type { SourceRow } from '#contract/records/row-source.ts'
import type { ShownMark } from '../data-table/cells/cell-corner.tsx'
import { cellLook } from '../data-table/cells/cell-look.ts'
import { conflictOf, markText } from '../data-table/cells/cell-reasons.ts'
import { displayText, editText, shownValue } from '../data-table/cells/cell-text.ts'
import type { Conflict } from '../data-table/cells/conflict-card.tsx'
import type { Column } from '../data-table/data-table-props.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-props.ts'
import { isUnsaved } from '../data-table/pending/cell-map.ts'

/** Everything a field of the panel says, from the same sources as the cell of the table. */
export interface FieldLook {
  /** What stands in the control while nobody types in it. */
  readonly text: string
  readonly mark: ShownMark | null
  /** Why the value is not kept, or may not stand here. */
  readonly message: string | null
  /** What the row holds by now, where a change that waits for 저장 began from another value. */
  readonly arrived: string | null
  readonly conflict: Conflict | null
  /** Waits for 저장 or for another value, so that it can be put back. */
  readonly isChanged: boolean
}

export function fieldLook(column: Column, row: SourceRow, pending: PendingRow): FieldLook {
  const cell = pending[column.key]
  const { mark } = cellLook(column, row, pending)
  return {
    text: fieldText(column, row, pending),
    mark: mark === 'loading' ? null : mark,
    message: cell ? cell.error : markText(row.marks[column.key]),
    arrived: arrivedText(column, row, pending),
    conflict: conflictOf(column, row, pending),
    isChanged: isUnsaved(cell),
  }
}

/** A value and what it would become, for the list of changes. */
export function changeTexts(column: Column, row: SourceRow, pending: PendingRow): { old: string; next: string } {
  const cell = pending[column.key]
  const base = cell?.base ?? row
  return {
    old: shownValue(column, base.record[column.key] ?? null, base),
    next: cell ? (cell.text ?? shownValue(column, cell.value, row)) : '',
  }
}

/** Money keeps its separators, for it is read more often than typed, and is parsed with them; days stand as they are typed. */
function fieldText(column: Column, row: SourceRow, pending: PendingRow): string {
  const cell = pending[column.key]
  if (cell?.text != null) return cell.text
  if (!cell && !column.isEditable) return displayText(column, row)
  const value = cell ? cell.value : (row.record[column.key] ?? null)
  const { kind } = column.field
  return kind === 'won' || kind === 'number' ? shownValue(column, value, row) : editText(column, value, row)
}

function arrivedText(column: Column, row: SourceRow, pending: PendingRow): string | null {
  const base = pending[column.key]?.base
  const now = row.record[column.key] ?? null
  if (!base || (base.record[column.key] ?? null) === now) return null
  return shownValue(column, now, row) || '(비어 있음)'
}
