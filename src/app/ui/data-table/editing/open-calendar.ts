import { activeColumn } from '../table.ts'
import type { Table } from '../table.ts'

/** Opens the calendar over the editor of a day; false where no day is being edited. The edit goes on behind it (cell-input-events.ts). */
export function openCalendar(table: Table): boolean {
  if (table.session.mode === 'ready' || activeColumn(table)?.field.kind !== 'date') return false
  table.ask = { type: 'calendar' }
  table.signals.emit('ask')
  return true
}

/** The calendar belongs to an edit and ends with it. */
export function endCalendar(table: Table): void {
  if (table.ask?.type !== 'calendar') return
  table.ask = null
  table.signals.emit('ask')
}
