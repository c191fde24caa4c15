import { josa } from 'es-hangul'
import type { Column, DataTableProps, EmptyState } from '#app/ui/data-table/data-table-props.ts'
import {
  buildCellFilter,
  emptyQuery,
  type FilterQuery,
  isEmptyQuery,
  withFilter,
} from '#app/ui/filter-bar/filter-query.ts'
import type { Book } from '#contract/books/field.ts'
import { findReversedRange } from '#domain/dates/office-date.ts'
import { isFilterable } from '../url-state/record-search.ts'
import type { ChangeSource } from '../url-state/use-url-search.ts'
import type { ScreenState } from './use-screen-state.ts'

/** The table's part of the query: filtering by a cell, or by the column of its menu. */
export function buildTableFilterProps<Search>(
  screen: ScreenState<Search>,
): Required<Pick<DataTableProps, 'onFilterBy' | 'onFilterColumn'>> {
  const { recordSearch } = screen
  const { query, onQueryChange } = filterBarQuery(screen)
  const canFilter = ({ key, field }: Column) => field.kind !== 'secret' && isFilterable(recordSearch.collection, key)
  return {
    onFilterColumn: (column) => (canFilter(column) ? () => screen.columnFilter.open(column.key) : null),
    onFilterBy: (cell) =>
      canFilter(cell.column) ? () => onQueryChange(withFilter(query, buildCellFilter(cell))) : null,
  }
}

/**
 * Why a list is empty and the one thing to do about it: change the query, or add a first record
 * (`onAdd`: its form; default: the entry row, if there is one).
 */
export function buildEmptyState<Search>(screen: ScreenState<Search>, onAdd?: () => void): EmptyState {
  const { book } = screen
  const { query, onQueryChange } = filterBarQuery(screen)
  const reason = describeEmpty(book, query)
  if (!isEmptyQuery(query))
    return { reason, action: { label: '검색 조건 지우기', run: () => onQueryChange(emptyQuery) } }
  if (book.creatableBy === 'visitor' || book.creatableBy === 'server') return { reason }
  return { reason, action: { label: `${book.noun} 추가`, run: onAdd ?? 'entry' } }
}

/** The query as a filter bar shows and changes it. */
export function filterBarQuery<Search>({ recordSearch, state: { search, change } }: ScreenState<Search>) {
  return {
    query: recordSearch.filterQuery(search),
    onQueryChange: (query: FilterQuery, source?: ChangeSource) =>
      change(recordSearch.toSearchParams(query, search), source),
  }
}

/**
 * Why a list is empty: a range that ends before it begins, otherwise a search or filter without
 * matches, otherwise no records yet.
 */
export function describeEmpty({ noun, creatableBy }: Pick<Book, 'noun' | 'creatableBy'>, query: FilterQuery): string {
  const missing = `${josa(noun, '이/가')} 없습니다.`
  if (!isEmptyQuery(query)) return findReversedRange(query.filters) ?? `검색어와 필터에 맞는 ${missing}`
  return creatableBy === 'visitor' ? `아직 받은 ${missing}` : `아직 등록된 ${missing}`
}

/** Placeholder of the search box: what it searches. */
export function getSearchHint({ searchHint: hint, fields }: Book): string {
  const searched = fields.filter((field) => field.searched).map(({ label }) => label)
  return hint ?? `${searched.slice(0, 3).join('·')}, 초성`
}
