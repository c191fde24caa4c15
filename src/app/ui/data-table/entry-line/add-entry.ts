import { finishEdit } from '../editing/cell-editor.ts'
import { moveTo } from '../focus/focus-actions.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { activeColumn, isEditableAt } from '../table.ts'
import type { Table } from '../table.ts'

/** 추가: takes the entry line over, and starts the next one. */
export function addEntry(table: Table): boolean {
  if (!table.props.entry) return false
  finishEdit(table, {
    how: 'commit',
    after() {
      void table.entry.add().then((isAdded) => {
        if (!isAdded) showFaultyColumns(table)
        if (isAdded || table.position.row === entryRow)
          moveTo(table, { row: entryRow, column: entryStart(table, isAdded) })
        focusCellInput(table)
      })
    },
  })
  return true
}

/** 비우기: whatever was typed goes, the line begins anew. */
export function clearEntry(table: Table): void {
  finishEdit(table, { how: 'cancel' })
  table.entry.clear()
  goToEntry(table)
}

/** Esc at rest in the entry line: a text that stands for no value goes first, then what came over from the record before. */
export function dropInEntry(table: Table): boolean {
  const column = activeColumn(table)
  return (column !== undefined && table.entry.dropText(column.key)) || table.entry.dropCarried()
}

/** A required column that the reader has hidden comes back where a new record waits for it. */
function showFaultyColumns({ props, entry }: Table): void {
  const { errors } = entry.get()
  const keys = (props.hiddenColumns ?? []).flatMap(({ key }) => (errors[key] === undefined ? [] : key))
  if (keys.length > 0) props.columnActions?.show(keys)
}

/** To the first cell of the line that waits for a value. */
export function goToEntry(table: Table): void {
  moveTo(table, { row: entryRow, column: entryStart(table, true) })
  focusCellInput(table)
}

/** After an add the first cell that waits for a value; otherwise where the user was. */
function entryStart(table: Table, isAdded: boolean): number {
  if (!isAdded) return firstFault(table) ?? table.position.column
  const { carried } = table.entry.get()
  const first = table.props.columns.findIndex(
    ({ key }, column) => isEditableAt(table, { row: entryRow, column }) && !carried.includes(key),
  )
  return Math.max(0, first)
}

function firstFault(table: Table): number | null {
  const { errors } = table.entry.get()
  const column = table.props.columns.findIndex((candidate) => errors[candidate.key] !== undefined)
  return column === -1 ? null : column
}
