import { activeColumn } from '../table.ts'
import type { Table } from '../table.ts'

/**
 * Opens the calendar over the editor of a date, which stays open (cell-input-events.ts). Returns
 * false when no date is being edited.
 */
export function openCalendar(table: Table): boolean {
  if (table.session.mode === 'ready' || activeColumn(table)?.field.kind !== 'date') return false
  table.prompt = { type: 'calendar' }
  table.signals.emit('ask')
  return true
}

/** Closes the calendar together with its edit. */
export function endCalendar(table: Table): void {
  if (table.prompt?.type !== 'calendar') return
  table.prompt = null
  table.signals.emit('ask')
}
