import type { CommandId } from '../commands/key-commands.ts'
import { extendBy, selectAll, selectColumns, selectRows } from './select-cells.ts'
import { tickSelectedRows } from './tick-rows.ts'
import type { Table } from '../table.ts'

/** Keys that change what is selected, for run-table-command.ts. */
export const selectionCommands: Partial<Record<CommandId, (table: Table) => boolean>> = {
  'extend-up': (table) => extendBy(table, 'up'),
  'extend-down': (table) => extendBy(table, 'down'),
  'extend-left': (table) => extendBy(table, 'left'),
  'extend-right': (table) => extendBy(table, 'right'),
  'extend-edge-up': (table) => extendBy(table, 'edge-up'),
  'extend-edge-down': (table) => extendBy(table, 'edge-down'),
  'extend-edge-left': (table) => extendBy(table, 'edge-left'),
  'extend-edge-right': (table) => extendBy(table, 'edge-right'),
  'extend-row-start': (table) => extendBy(table, 'row-start'),
  'extend-row-end': (table) => extendBy(table, 'row-end'),
  'extend-grid-start': (table) => extendBy(table, 'grid-start'),
  'extend-grid-end': (table) => extendBy(table, 'grid-end'),
  'extend-page-up': (table) => extendBy(table, 'page-up'),
  'extend-page-down': (table) => extendBy(table, 'page-down'),
  'select-row': selectRows,
  'select-column': selectColumns,
  'select-all': selectAll,
  'check-rows': tickSelectedRows,
  'bulk-edit'({ props }) {
    const edit = props.rowSelection?.onBulkEdit
    edit?.()
    return edit !== undefined
  },
}
