import { hasCoarsePointer } from '#app/ui/browser/coarse-pointer.ts'
import { formatForEditing } from '../cells/cell-text.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { getActiveColumn, getActiveRow, isEditableAt, type Table, updateFocusView } from '../table.ts'

/**
 * Prepares the cell input for the next key: whether it accepts text, and which keyboard a tablet
 * shows. Done synchronously, because the key may come before React renders. Nothing changes during
 * a composition.
 */
export function prepareCellInput(table: Table): void {
  const { cellInput, session } = table
  if (!cellInput || session.isComposing) return
  const isReadOnly = session.mode === 'ready' && !isEditableAt(table, table.position)
  if (cellInput.readOnly !== isReadOnly) cellInput.readOnly = isReadOnly
  const kind = getActiveColumn(table)?.field.kind
  const keyboard = kind === 'won' || kind === 'number' ? 'numeric' : kind === 'date' ? 'decimal' : 'text'
  // On touch the first tap only selects the cell; the keyboard would cover half the table.
  const inputMode = hasCoarsePointer() && session.mode === 'ready' ? 'none' : hasCoarsePointer() ? keyboard : 'text'
  if (cellInput.inputMode !== inputMode) cellInput.inputMode = inputMode
  const column = getActiveColumn(table)
  cellInput.setAttribute('aria-label', `${table.props.label} ${column?.label ?? '액션'} 입력`)
}

/**
 * Focuses the table: the cell input, or in screen-reader mode the active cell. Prevents scrolling,
 * because the browser would scroll the cell to the middle.
 */
export function focusCellInput(table: Table): void {
  if (!table.isScreenReaderMode || table.session.mode !== 'ready') {
    table.cellInput?.focus({ preventScroll: true })
    return
  }
  const cell = document.getElementById(`${table.gridId}-${table.position.row}-${table.position.column}`)
  if (cell) cell.focus({ preventScroll: true })
  else if (!table.isFocused) {
    // Its hundred rows aren't rendered yet; data-table.tsx focuses the cell when they are.
    table.isFocused = true
    updateFocusView(table)
  }
}

/** Sets the cell input's text; never during a composition, which it would break. */
export function fillCellInput(table: Table, text: string): void {
  const { cellInput } = table
  if (!cellInput || table.session.isComposing || cellInput.value === text) return
  cellInput.value = text
  cellInput.setSelectionRange(text.length, text.length)
}

/** The text with which the active cell's editor opens. */
export function getBaseText(table: Table): string {
  const column = getActiveColumn(table)
  if (!column) return ''
  if (table.position.row === entryRow) {
    const { draft, texts } = table.entry.get()
    return texts[column.key] ?? formatForEditing(column, draft[column.key] ?? null)
  }
  const row = getActiveRow(table)
  if (!row) return ''
  const pending = table.pending.getRow(row.id)[column.key]
  if (pending) return pending.text ?? formatForEditing(column, pending.value)
  return formatForEditing(column, row.record[column.key] ?? null, row)
}
