import { closePrompt } from '../clipboard/write-cells.ts'
import type { Table } from '../table.ts'
import { commandOf, type KeyPress } from './key-commands.ts'

/**
 * Handles a key that reaches the table while its dialog is open. HAZARD: just after opening, the
 * dialog has no focus yet. Keys pressed then are meant for it, and must not end the editor behind
 * it or undo anything.
 */
export function takeAskedKey(table: Table, press: KeyPress): boolean {
  if (!table.prompt || table.prompt.type === 'menu') return false
  if (commandOf(press, 'ready') === 'escape') closePrompt(table)
  return true
}
