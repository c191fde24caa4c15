import type { Sort } from '#contract/records/query.ts'
import type { Column } from '../data-table-props.ts'
import type { Table } from '../table.ts'

/** 오름차순 or 내림차순. */
export function formatDirection({ direction }: Pick<Sort, 'direction'>): string {
  return direction === 'asc' ? '오름차순' : '내림차순'
}

/** Cycles the sort of a column: ascending, descending, then the default order. */
export function sortBy(table: Table, columnIndex: number): boolean {
  const { onSort, columns, sort, defaultSort } = table.props
  const field = columns[columnIndex]?.sortField
  if (!field || !onSort) return false
  const [primary, ...more] = sort.length > 0 || !defaultSort ? sort : [defaultSort]
  const isOnly = primary?.field === field && more.length === 0
  if (isOnly && primary.direction === 'asc') onSort([{ field, direction: 'desc' }])
  else onSort(isOnly && sort.length > 0 ? [] : [{ field, direction: 'asc' }])
  return true
}

/** The same for a further sort column; the third time removes only this column. */
export function addSort(table: Table, columnIndex: number): boolean {
  const { onSort, columns, sort } = table.props
  const field = columns[columnIndex]?.sortField
  if (!field || !onSort) return false
  const current = sort.find((sortColumn) => sortColumn.field === field)
  onSort(current?.direction === 'desc' ? sortWithout(sort, field) : sortWith(sort, field, current ? 'desc' : 'asc'))
  return true
}

/** Sets the direction of a column within the sort, appending it if new. */
export function sortWith(sort: readonly Sort[], field: string, direction: Sort['direction']): readonly Sort[] {
  const index = sort.findIndex((sortColumn) => sortColumn.field === field)
  return index === -1 ? [...sort, { field, direction }] : sort.toSpliced(index, 1, { field, direction })
}

export function sortWithout(sort: readonly Sort[], field: string): readonly Sort[] {
  return sort.filter((sortColumn) => sortColumn.field !== field)
}

/** The sort as text, such as `소유자 오름차순, 보수료 내림차순`; unknown columns are left out. */
export function describeSort(sort: readonly Sort[], columns: readonly Column[]): string {
  return sort
    .flatMap((sortColumn) => {
      const column = columns.find(({ sortField }) => sortField === sortColumn.field)
      return column ? [`${column.label} ${formatDirection(sortColumn)}`] : []
    })
    .join(', ')
}
