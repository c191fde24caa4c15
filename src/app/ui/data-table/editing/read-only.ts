import { isImeKey } from '#app/ui/composition.ts'
import { entryRow, headerRow } from '../focus/cell-navigation.ts'
import { isRowLocked, lockedText } from '../rows/row-lock.ts'
import { activeRow, announceFocus, columnAt, isEditableAt, opensRow } from '../table.ts'
import type { Table } from '../table.ts'

/**
 * Explains next to the active cell, and to screen readers, why typed text was ignored. Ignores keys
 * that type nothing.
 */
export function answerTyping(table: Table, press: KeyboardEvent): void {
  if (isTyping(press)) explainReadOnly(table)
}

/** Explains why the active cell cannot be changed, if so. */
export function explainReadOnly(table: Table): void {
  const reason = table.session.mode === 'ready' ? readOnlyReason(table) : null
  if (reason === null) return
  table.notice = reason
  announceFocus(table)
}

/** Null also where there is nothing to change: column headers, buttons, loading rows. */
function readOnlyReason(table: Table): string | null {
  const { position, props } = table
  const row = activeRow(table)
  if (!columnAt(table, position.column) || position.row === headerRow || isEditableAt(table, position)) return null
  if (position.row === entryRow) return noEntryText
  if (!row) return null
  if (isRowLocked(row)) return lockedText(row)
  if (props.onEdit) return noEntryText
  return props.onOpenRow && opensRow(table, row)
    ? '이 표에는 바로 입력할 수 없습니다. Space로 기록을 열 수 있습니다.'
    : '이 표에는 입력할 수 없습니다.'
}

const noEntryText = '읽기 전용 셀이라 입력할 수 없습니다.'

/**
 * A letter key, or the key code an input method sends instead; in a read-only field nothing is
 * composed. Space is a command of its own.
 */
function isTyping(press: KeyboardEvent): boolean {
  if (press.ctrlKey || press.metaKey || press.altKey) return false
  return isImeKey(press) ? /^(Key|Digit)/.test(press.code) : press.key.length === 1
}
