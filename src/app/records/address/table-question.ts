import type { Filter } from '#contract/query.ts'
import type { Column, DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { isEmptyQuestion, withFilter, type FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'

/** A question of words and filters as it stands in an address (`useAddressSearch`). */
export interface QuestionState {
  search: FilterQuestion
  change(patch: { search?: string; filters?: Filter[] }): void
}

/** The question as a filter bar shows and changes it. */
export function barQuestion({ search: { search, filters }, change }: QuestionState) {
  return {
    question: { search, filters },
    onQuestion: (asked: FilterQuestion) => change({ search: asked.search, filters: [...asked.filters] }),
  }
}

interface CellFilterRules {
  isFilterable(column: Column): boolean
  /** Tells why a cell of this column makes no filter. */
  onRefused(text: string): void
}

/** What the table itself has of its question: a filter by a cell, and the way out of an empty result. */
export function tableQuestion(
  { search: question, change }: QuestionState,
  { isFilterable, onRefused }: CellFilterRules,
): Required<Pick<DataTableProps, 'onFilterBy'>> & Partial<Pick<DataTableProps, 'empty'>> {
  const reset = { label: '필터 초기화', run: () => change({ search: '', filters: [] }) }
  return {
    onFilterBy(cell) {
      if (isFilterable(cell.column)) change({ filters: [...withFilter(question, filterByCell(cell)).filters] })
      else onRefused(`${cell.column.label}: 이 열로는 필터할 수 없습니다. 검색을 사용해 주세요.`)
    },
    ...(isEmptyQuestion(question) ? {} : { empty: { action: reset } }),
  }
}
