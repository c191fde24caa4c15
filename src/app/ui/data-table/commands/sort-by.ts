import type { Sort } from '#contract/records/query.ts'
import type { Column } from '../data-table-props.ts'
import type { Table } from '../table.ts'

/** 오름차순 or 내림차순. */
export function wayOf({ direction }: Pick<Sort, 'direction'>): string {
  return direction === 'asc' ? '오름차순' : '내림차순'
}

/** Asks the screen for the other order of a column (spec 1 §4: ascending first, the ascending column descends); a third time gives the default order back. */
export function sortBy(table: Table, columnIndex: number): boolean {
  const { onSort, columns, sort, defaultSort } = table.props
  const field = columns[columnIndex]?.sortField
  if (!field || !onSort) return false
  const [only, ...more] = sort.length > 0 || !defaultSort ? sort : [defaultSort]
  const isOnly = only?.field === field && more.length === 0
  if (isOnly && only.direction === 'asc') onSort([{ field, direction: 'desc' }])
  else onSort(isOnly && sort.length > 0 ? [] : [{ field, direction: 'asc' }])
  return true
}

/** The same for a column that comes after those that are sorted by already; its third time leaves the others. */
export function addSort(table: Table, columnIndex: number): boolean {
  const { onSort, columns, sort } = table.props
  const field = columns[columnIndex]?.sortField
  if (!field || !onSort) return false
  const now = sort.find((one) => one.field === field)
  onSort(now?.direction === 'desc' ? sortWithout(sort, field) : sortWith(sort, field, now ? 'desc' : 'asc'))
  return true
}

/** Puts a column into what is sorted by: where it stands already, or last. */
export function sortWith(sort: readonly Sort[], field: string, direction: Sort['direction']): readonly Sort[] {
  const at = sort.findIndex((one) => one.field === field)
  return at === -1 ? [...sort, { field, direction }] : sort.toSpliced(at, 1, { field, direction })
}

export function sortWithout(sort: readonly Sort[], field: string): readonly Sort[] {
  return sort.filter((one) => one.field !== field)
}

/** What a table is sorted by in words: `소유자 오름차순, 보수료 내림차순`; columns that are not there are left out. */
export function sortWords(sort: readonly Sort[], columns: readonly Column[]): string {
  return sort
    .flatMap((one) => {
      const column = columns.find(({ sortField }) => sortField === one.field)
      return column ? [`${column.label} ${wayOf(one)}`] : []
    })
    .join(', ')
}
