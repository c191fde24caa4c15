import { endAsking } from '../clipboard/write-cells.ts'
import type { Table } from '../table.ts'
import { commandOf, type KeyPress } from './key-commands.ts'

/**
 * Takes a key that reaches the table while a dialog of its own stands over it. HAZARD: for a moment after it opened the dialog has no focus yet: keys of that moment
 * are meant for it, and must neither end the editor behind it nor undo anything.
 */
export function takeAskedKey(table: Table, press: KeyPress): boolean {
  if (!table.ask || table.ask.type === 'menu') return false
  if (commandOf(press, 'ready') === 'escape') endAsking(table)
  return true
}
