import { finishEdit } from '../editing/cell-editor.ts'
import { focusCellInput } from '../editing/prepare-cell-input.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import { moveTo } from '../focus/focus-actions.ts'
import { getActiveColumn, isNeededInEntry, type Table, updateFocusView } from '../table.ts'

/** 추가: adds the entry line's record and starts the next one. */
export function addEntryLine(table: Table): boolean {
  if (!table.props.entry) return false
  finishEdit(table, {
    mode: 'commit',
    after() {
      void table.entry.add().then((isAdded) => {
        if (!isAdded) showInvalidColumns(table)
        if (isAdded || table.position.row === entryRow)
          moveTo(table, { row: entryRow, column: findStartColumn(table, isAdded) })
        focusCellInput(table)
      })
    },
  })
  return true
}

/** 비우기: discards the typed values and resets the line. */
export function clearEntry(table: Table): void {
  finishEdit(table, { mode: 'cancel' })
  table.entry.clear()
  goToEntry(table)
}

/** Esc in the entry line: first drops text that is not a valid value, then the carried values. */
export function handleEntryEscape(table: Table): boolean {
  const column = getActiveColumn(table)
  return (column !== undefined && table.entry.dropText(column.key)) || table.entry.clearCarried()
}

/** Ctrl+Z right after Esc or 비우기 in the entry line restores it; false when there is nothing to. */
export function undoEntryClear(table: Table): boolean {
  if (table.position.row !== entryRow || !table.entry.undoClear()) return false
  updateFocusView(table)
  return true
}

/** Shows hidden columns whose fields have errors. */
function showInvalidColumns({ props, entry }: Table): void {
  const { errors } = entry.get()
  const keys = (props.hiddenColumns ?? []).flatMap(({ key }) => (errors[key] === undefined ? [] : key))
  if (keys.length > 0) props.columnActions?.show(keys)
}

/** Moves to the first cell of the line that the user fills in. */
export function goToEntry(table: Table): void {
  moveTo(table, { row: entryRow, column: findStartColumn(table, true) })
  focusCellInput(table)
}

/**
 * Column to start in: after an add, the first one the user fills in; after a refused add, the first
 * one with an error, else the current one.
 */
function findStartColumn(table: Table, isAdded: boolean): number {
  if (!isAdded) return findFirstErrorColumn(table) ?? table.position.column
  const first = table.props.columns.findIndex((_column, column) => isNeededInEntry(table, column))
  return Math.max(0, first)
}

function findFirstErrorColumn(table: Table): number | null {
  const { errors } = table.entry.get()
  const column = table.props.columns.findIndex((candidate) => errors[candidate.key] !== undefined)
  return column === -1 ? null : column
}
