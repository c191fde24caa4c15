import type { Sort } from '#contract/query.ts'
import type { Table } from '../table.ts'

/** Asks the screen for the other order of a column (spec 1 §4: ascending first, the ascending column descends); a third time gives the default order back. */
export function sortBy(table: Table, columnIndex: number): boolean {
  const { onSort, columns } = table.props
  const field = columns[columnIndex]?.sortField
  if (!field || !onSort) return false
  onSort(nextSort(table.props, field))
  return true
}

function nextSort({ sort, usualSort = null }: Table['props'], field: string): Sort | null {
  const now = sort ?? usualSort
  if (now?.field !== field || now.direction === 'desc')
    return sort?.field === field ? null : { field, direction: 'asc' }
  return { field, direction: 'desc' }
}
