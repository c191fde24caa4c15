import type { Table } from '../table.ts'

/** Handles F1. An open editor stays open behind the dialog (cell-input-events.ts). */
export function openKeyHelp(table: Table): boolean {
  table.prompt = { type: 'keys' }
  table.signals.emit('ask')
  return true
}
