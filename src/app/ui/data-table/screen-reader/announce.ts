import type { Table } from '../table.ts'

/** Says a short text to screen readers, after what they are just saying (data-table.tsx). Nobody sees it: never the only place of anything. */
export function announceToReader(table: Table, text: string): void {
  table.said = { text, turn: table.said.turn + 1 }
  table.signals.emit('said')
}
