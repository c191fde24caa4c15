import type { CommandId } from '../commands/key-commands.ts'
import type { Table } from '../table.ts'
import { copyByCommand } from './copy-cells.ts'
import { fillDown, fillRight } from './fill-cells.ts'

/** Clipboard, fill and cell-menu commands for run-table-command.ts. */
export const clipboardCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  // Left to the browser, whose copy, cut and paste events may use the clipboard.
  copy: () => false,
  cut: () => false,
  paste: () => false,
  'copy-with-headers': (table) => copyByCommand(table, { isCut: false, withHeaders: true }),
  'fill-down': fillDown,
  'fill-right': fillRight,
  'cell-menu': (table) => openCellMenu(table, null),
}

/** Opens the cell menu at the pointer, or at the active cell for a key. */
export function openCellMenu(table: Table, at: { x: number; y: number } | null): boolean {
  if (table.position.row < 0 || table.session.mode !== 'ready') return false
  table.prompt = { type: 'menu', at }
  table.signals.emit('ask')
  return true
}
