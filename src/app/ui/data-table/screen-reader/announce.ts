import type { Table } from '../table.ts'

/**
 * Announces a short text politely to screen readers (data-table.tsx). It isn't visible, so it must
 * repeat something shown elsewhere.
 */
export function announceToReader(table: Table, text: string): void {
  table.announcement = { text, turn: table.announcement.turn + 1 }
  table.signals.emit('said')
}
