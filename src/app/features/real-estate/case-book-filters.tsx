import { useMemo, type ReactNode } from 'react'
import { type UniqueFields } from '#contract/real-estate.ts'
import { caseDateFields } from '#contract/list-question.ts'
import { realEstateDescription } from '#contract/books/real-estate.ts'
import type { RowSource } from '#contract/row-source.ts'
import { dayChoices, dayControl, RecordFilters } from '#app/records/screen/record-filters.tsx'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { caseBookSearch, suggestionFilters, type CaseBookSearch } from './case-book-search.ts'

interface CaseBookFiltersProps {
  tableId: string
  state: SearchState<CaseBookSearch>
  suggestions: UniqueFields
  columns: readonly Column[]
  source: RowSource
  actions: ReactNode
}

/** Search box, the four suggestion filters, date field and range (spec 2 "Case book tab"), and beside them a filter on any other column. */
export function CaseBookFilters({ tableId, state, suggestions, columns, source, actions }: CaseBookFiltersProps) {
  const { search, change } = state
  const controls: readonly FilterControl[] = [
    ...suggestionFilters.map(({ field, label, list }) => ({
      kind: 'text' as const,
      field,
      label,
      suggestions: suggestions[list],
    })),
    dayControl(days, state),
  ]
  const fields = useMemo(
    () => [
      ...suggestionFilters.map(({ field, label }) => ({ field, label, kind: 'text' as const })),
      ...filterableColumns(columns),
    ],
    [columns],
  )
  return (
    <RecordFilters
      tableId={tableId}
      label="사건부"
      question={caseBookSearch.question(search)}
      onQuestion={(question) => change(caseBookSearch.searchOf(question, search))}
      controls={controls}
      fields={fields}
      source={source}
      searchPlaceholder="소유자·주소·목적, 초성"
      actions={actions}
    />
  )
}

const days = dayChoices(realEstateDescription, caseDateFields)
