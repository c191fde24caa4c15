import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { emptyQuestion, withFilter, type FilterQuestion } from '#app/ui/filter-bar/filter-question.ts'
import { bookToast } from '../actions/outcome-words.ts'
import { isAskable } from '../address/record-search.ts'
import { emptyResult } from './empty-result.ts'
import type { ScreenState } from './use-screen-state.ts'

/** What a table has of its question: a filter by a cell, and the way out of an empty result. */
export function tableQuestion<Search>(
  screen: ScreenState<Search>,
): Required<Pick<DataTableProps, 'onFilterBy'>> & Partial<Pick<DataTableProps, 'empty'>> {
  const { kind, toast } = screen
  const { question, onQuestion } = barQuestion(screen)
  const empty = emptyResult(question, resetQuestion(screen))
  return {
    onFilterBy(cell) {
      const { key, label, field } = cell.column
      if (field.kind !== 'datetime' && isAskable(kind.collection, key))
        onQuestion(withFilter(question, filterByCell(cell)))
      else toast.info(`${label}: 이 열로는 필터할 수 없습니다. 검색을 사용해 주세요.`, bookToast)
    },
    ...(empty && { empty }),
  }
}

/** What an empty result offers: the question is the likely reason. */
export function resetQuestion<Search>(screen: ScreenState<Search>): { label: string; run(): void } {
  return { label: '필터 초기화', run: () => barQuestion(screen).onQuestion(emptyQuestion) }
}

/** The question as a filter bar shows and changes it. */
export function barQuestion<Search>({ kind, state: { search, change } }: ScreenState<Search>) {
  return {
    question: kind.question(search),
    onQuestion: (asked: FilterQuestion) => change(kind.searchOf(asked, search)),
  }
}
