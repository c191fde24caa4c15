import { focusCellInput, isCoarse } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'

/**
 * On opening a list its first cell is the active one and the arrows work at once. Whatever already waits for a person on the screen keeps the focus: a field, a tab,
 * a dialog. With a finger nothing takes it, so that no keyboard comes up.
 */
export function focusOnOpen(table: Table): void {
  if (!isCoarse() && isFocusFree(document.activeElement)) focusCellInput(table)
}

/** On nothing, or still on the link or button around the screen that led here. */
function isFocusFree(focused: Element | null): boolean {
  if (focused === null || focused === document.body) return true
  return focused.closest('main, input, textarea, [role="dialog"], [role="alertdialog"]') === null
}
