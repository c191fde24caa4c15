import type { DataTableProps, RowSelection } from '../data-table-props.ts'

/** No row is checked. */
export const noRows: RowSelection = { kind: 'ids', ids: new Set() }

/** Everything the query finds, as a predicate instead of a list. */
export function selectAllMatching(queryKey: string): RowSelection {
  return { kind: 'matching', queryKey, excluded: new Set() }
}

/** The selection under another query: a selection of everything becomes empty. */
export function selectionForQuery(selection: RowSelection, queryKey: string): RowSelection {
  return selection.kind === 'matching' && selection.queryKey !== queryKey ? noRows : selection
}

export function isIdChecked(selection: RowSelection, id: string): boolean {
  return selection.kind === 'ids' ? selection.ids.has(id) : !selection.excluded.has(id)
}

/** Whether a row is checked; false for tables without checkboxes. */
export function isRowChecked({ rowSelection, queryKey }: DataTableProps, id: string): boolean {
  if (!rowSelection || id === '') return false
  return isIdChecked(selectionForQuery(rowSelection.value, queryKey), id)
}

/** The selection with some rows checked or unchecked. */
export function withRows(selection: RowSelection, ids: Iterable<string>, shouldCheck: boolean): RowSelection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: updateIds(selection.ids, ids, shouldCheck) }
  return { ...selection, excluded: updateIds(selection.excluded, ids, !shouldCheck) }
}

/** Number of checked records, with `matching` found by the query. */
export function countChecked(selection: RowSelection, matching: number): number {
  return selection.kind === 'ids' ? selection.ids.size : Math.max(0, matching - selection.excluded.size)
}

/** State of the header checkbox for the rows of this screen. */
export function getHeaderCheck(selection: RowSelection, screenIds: readonly string[]): boolean | 'some' {
  if (selection.kind === 'matching') return selection.excluded.size === 0 ? true : 'some'
  if (selection.ids.size === 0) return false
  return screenIds.length > 0 && screenIds.every((id) => selection.ids.has(id)) ? true : 'some'
}

function updateIds(set: ReadonlySet<string>, ids: Iterable<string>, isIncluded: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) {
    if (isIncluded) next.add(id)
    else next.delete(id)
  }
  return next
}
