import type { CommandId } from '../commands/key-commands.ts'
import type { Table } from '../table.ts'
import { copyByCommand } from './copy-cells.ts'
import { fillDown, fillRight } from './fill-cells.ts'

/** Keys of clipboard, filling and the cell menu, for run-table-command.ts. */
export const clipboardCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  // Left to the browser: it answers with the copy, cut or paste event that may use the clipboard.
  copy: () => false,
  cut: () => false,
  paste: () => false,
  'copy-with-headers': (table) => copyByCommand(table, { isCut: false, withHeaders: true }),
  'fill-down': fillDown,
  'fill-right': fillRight,
  'cell-menu': (table) => openCellMenu(table, null),
}

/** The menu at the pointer, or for a key at the active cell. */
export function openCellMenu(table: Table, at: { x: number; y: number } | null): boolean {
  if (table.position.row < 0 || table.session.mode !== 'ready') return false
  table.ask = { type: 'menu', at }
  table.signals.emit('ask')
  return true
}
