import { useCallback, useMemo, type ReactNode } from 'react'
import { type UniqueFields } from '#contract/real-estate.ts'
import { caseDateFields } from '#contract/list-question.ts'
import type { RowSource } from '#contract/row-source.ts'
import type { SearchState } from '#app/session/record-book/use-address-search.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { caseBookSearch, suggestionFilters, type CaseBookSearch } from './case-book-search.ts'

const dateFieldLabels: Record<(typeof caseDateFields)[number], string> = {
  receipted_at: '서류접수일',
  created_at: '등기접수일',
  registrated_at: '등기필증 수령일',
}

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
    {
      kind: 'dates',
      label: '일자 기준',
      field: search.date_field,
      among: caseDateFields.map((value) => ({ value, label: dateFieldLabels[value] })),
      onField: (field) => change({ date_field: caseDateFields.find((known) => known === field) ?? 'created_at' }),
    },
  ]
  const fields = useMemo(
    () => [
      ...suggestionFilters.map(({ field, label }) => ({ field, label, kind: 'text' as const })),
      ...filterableColumns(columns),
    ],
    [columns],
  )
  const countValues = useCallback(
    (field: string, limit: number) => source.countValues?.(field, limit) ?? Promise.resolve([]),
    [source],
  )
  return (
    <FilterBar
      tableId={tableId}
      label="사건부"
      question={caseBookSearch.question(search)}
      onQuestion={(question) => change(caseBookSearch.searchOf(question, search))}
      controls={controls}
      fields={fields}
      countValues={countValues}
      delayMs={0}
      searchPlaceholder="소유자·주소·목적, 초성"
      resetLabel="필터 초기화"
      actions={actions}
      gridClass="roomy:xl:grid-cols-[minmax(168px,1.6fr)_repeat(4,minmax(96px,1fr))_minmax(128px,1fr)_repeat(2,112px)]"
    />
  )
}
