import { editText } from '../cells/cell-text.ts'
import { activeColumn, activeRow, announceFocus, isEditableAt } from '../table.ts'
import type { Table } from '../table.ts'
import { entryRow } from '../focus/cell-navigation.ts'

/**
 * Sets what the cell input needs before the next key: whether it takes text at all, and which keyboard a tablet shows. Done at once and by hand, because the key
 * may come before React draws. Nothing is touched during a composition.
 */
export function prepareCellInput(table: Table): void {
  const { cellInput, session } = table
  if (!cellInput || session.isComposing) return
  const isReadOnly = session.mode === 'ready' && !isEditableAt(table, table.position)
  if (cellInput.readOnly !== isReadOnly) cellInput.readOnly = isReadOnly
  const kind = activeColumn(table)?.field.kind
  const keyboard = kind === 'won' || kind === 'number' ? 'numeric' : kind === 'date' ? 'decimal' : 'text'
  // With a finger the first tap only chooses the cell; the keyboard would cover half the table.
  const inputMode = isCoarse() && session.mode === 'ready' ? 'none' : isCoarse() ? keyboard : 'text'
  if (cellInput.inputMode !== inputMode) cellInput.inputMode = inputMode
  const column = activeColumn(table)
  cellInput.setAttribute('aria-label', `${table.props.label} ${column?.label ?? '액션'} 입력`)
}

/** Asked once: a new list for every key costs more than the rest of what is prepared. */
const coarse = typeof matchMedia === 'function' ? matchMedia('(pointer: coarse)') : null

export function isCoarse(): boolean {
  return coarse?.matches === true
}

/**
 * Gives the focus to the table: to the cell input, or in screen-reader mode at rest to the active cell itself. Scrolling is ours: the browser would scroll to the middle.
 */
export function focusCellInput(table: Table): void {
  if (!table.isReader || table.session.mode !== 'ready') {
    table.cellInput?.focus({ preventScroll: true })
    return
  }
  const cell = document.getElementById(`${table.gridId}-${table.position.row}-${table.position.column}`)
  if (cell) cell.focus({ preventScroll: true })
  else if (!table.isFocused) {
    // Its hundred rows are not drawn yet; data-table.tsx gives it the focus when they are.
    table.isFocused = true
    announceFocus(table)
  }
}

/** Puts text into the cell input; never during a composition, where it would break the syllable. */
export function fillCellInput(table: Table, text: string): void {
  const { cellInput } = table
  if (!cellInput || table.session.isComposing || cellInput.value === text) return
  cellInput.value = text
  cellInput.setSelectionRange(text.length, text.length)
}

/** The text the active cell's editor opens with. */
export function baseText(table: Table): string {
  const column = activeColumn(table)
  if (!column) return ''
  if (table.position.row === entryRow) {
    const { draft, texts } = table.entry.get()
    return texts[column.key] ?? editText(column, draft[column.key] ?? null)
  }
  const row = activeRow(table)
  if (!row) return ''
  const pending = table.pending.of(row.id)[column.key]
  if (pending) return pending.text ?? editText(column, pending.value)
  return editText(column, row.record[column.key] ?? null, row)
}
