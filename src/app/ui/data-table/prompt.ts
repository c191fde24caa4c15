import { focusCellInput } from './editing/prepare-cell-input.ts'
import type { Table } from './table.ts'

/** Closes the preview or menu and returns the focus to the table. */
export function closePrompt(table: Table): void {
  table.prompt = null
  table.signals.emit('ask')
  focusCellInput(table)
}
