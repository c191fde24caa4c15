import { useCallback, useMemo } from 'react'
import type { Wordings } from '#contract/books/wordings.ts'
import { useScreenState, type ScreenState } from '#app/records/screen/use-screen-state.ts'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { emptyQuestion, isEmptyQuestion, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { depositColumns, type DepositOffers } from './deposit-columns.ts'
import { depositSearch } from './deposit-search.ts'
import type { Opened } from './opened-cases.tsx'
import { useDepositSuggestions } from './use-deposit-suggestions.ts'
import { useSectionMasters } from './use-section-masters.ts'
import { recordBook } from '#app/records/record-book.ts'

interface DepositScreenState {
  readonly screen: ScreenState
  readonly offers: DepositOffers
  /** What the table has of the question: filters by a cell, and what an empty result offers. */
  readonly asking: Required<Pick<DataTableProps, 'onFilterBy'>> & Partial<Pick<DataTableProps, 'empty'>>
}

/** What 데이터 and 사건부 have in common: the book on its screen, and what its fields offer. */
export function useDepositScreen(
  opened: Opened,
  { label, words }: { label: string; words?: Wordings },
): DepositScreenState {
  const { tableId, copy, state, paging, source, queryKey } = opened
  const { search, change } = state
  const masters = useSectionMasters(copy)
  const suggestions = useDepositSuggestions(masters)
  const offers = useMemo(() => ({ masters, suggestions }), [masters, suggestions])
  const offersNow = useLatest(offers)
  const columns = useMemo(() => depositColumns(offersNow), [offersNow])
  const captionOfDraft = useCallback((draft: EntryDraft) => recordBook('deposit-cases').rules.captionOf(draft), [])
  const screen = useScreenState({
    ...{
      book: recordBook('deposit-cases'),
      ...(words && { words }),
      tableId,
      label,
      copy,
      columns,
      search,
      onPlace: change,
    },
    ...{ query: depositSearch.query(search), paging, source, queryKey, captionOfDraft },
  })
  const question = depositSearch.question(search)
  const reset = { label: '필터 초기화', run: () => change(depositSearch.searchOf(emptyQuestion, search)) }
  return {
    screen,
    offers,
    asking: {
      onFilterBy: (cell) => change(depositSearch.searchOf(withFilter(question, filterByCell(cell)), search)),
      ...(isEmptyQuestion(question) ? {} : { empty: { action: reset } }),
    },
  }
}
