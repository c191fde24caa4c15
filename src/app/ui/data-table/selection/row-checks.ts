import type { DataTableProps, RowSelection } from '../data-table-props.ts'

/** No row is ticked. */
export const noRows: RowSelection = { kind: 'ids', ids: new Set() }

/** Everything the query finds, whatever it finds: no list is ever made of it. */
export function allMatching(queryKey: string): RowSelection {
  return { kind: 'matching', queryKey, except: new Set() }
}

/** A selection of everything counts for the query it was made under; under another nothing is ticked. */
export function selectionUnder(selection: RowSelection, queryKey: string): RowSelection {
  return selection.kind === 'matching' && selection.queryKey !== queryKey ? noRows : selection
}

export function isTicked(selection: RowSelection, id: string): boolean {
  return selection.kind === 'ids' ? selection.ids.has(id) : !selection.except.has(id)
}

/** What a row draws; false for rows that are not loaded and for tables without ticks. */
export function isRowChecked({ rowSelection, queryKey }: DataTableProps, id: string): boolean {
  if (!rowSelection || id === '') return false
  return isTicked(selectionUnder(rowSelection.value, queryKey), id)
}

/** The same selection with some rows ticked or not. */
export function withRows(selection: RowSelection, ids: Iterable<string>, isOn: boolean): RowSelection {
  if (selection.kind === 'ids') return { kind: 'ids', ids: changed(selection.ids, ids, isOn) }
  return { ...selection, except: changed(selection.except, ids, !isOn) }
}

/** How many records it means, of `matching` that the query finds. */
export function tickedCount(selection: RowSelection, matching: number): number {
  return selection.kind === 'ids' ? selection.ids.size : Math.max(0, matching - selection.except.size)
}

/** How the tick in the header looks, over the rows of this screen. */
export function tickOfAll(selection: RowSelection, screenIds: readonly string[]): boolean | 'some' {
  if (selection.kind === 'matching') return selection.except.size === 0 ? true : 'some'
  if (selection.ids.size === 0) return false
  return screenIds.length > 0 && screenIds.every((id) => selection.ids.has(id)) ? true : 'some'
}

function changed(set: ReadonlySet<string>, ids: Iterable<string>, isIn: boolean): ReadonlySet<string> {
  const next = new Set(set)
  for (const id of ids) {
    if (isIn) next.add(id)
    else next.delete(id)
  }
  return next
}
