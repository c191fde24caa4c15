import type { CellTarget } from './data-table-props.ts'
import { finishEdit } from './edit-actions.ts'
import { moveTo } from './focus-actions.ts'
import { focusSink } from './sink-dress.ts'
import type { Table } from './table.ts'

/** Makes a record's cell the active one, wherever it stands in the result; a record that is not in it moves nothing. A hidden column keeps the present one. */
export function goToCell(table: Table, { rowId, key }: CellTarget): void {
  const { source, columns } = table.props
  const row = source.indexOf(rowId)
  if (row === -1) return
  const column = columns.findIndex((candidate) => candidate.key === key)
  finishEdit(table, {
    how: 'commit',
    isForced: true,
    after() {
      moveTo(table, { row, column: column === -1 ? table.place.column : column })
      table.placeId = rowId
      focusSink(table)
    },
  })
}
