import { useMemo, type ReactNode } from 'react'
import { caseDateFields } from '#contract/list-question.ts'
import { depositCaseDescription } from '#contract/books/deposit-cases.ts'
import type { RowSource } from '#contract/row-source.ts'
import { dayChoices, dayControl, RecordFilters } from '#app/records/screen/record-filters.tsx'
import type { SearchState } from '#app/records/address/use-address-search.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { depositSearch, depositTextFilters, type DepositSearch } from './deposit-search.ts'
import type { DepositSuggestions } from './use-deposit-suggestions.ts'

interface DepositFiltersProps {
  tableId: string
  /** What is filtered: 데이터, 사건부. */
  label: string
  state: SearchState<DepositSearch>
  suggestions: DepositSuggestions
  columns: readonly Column[]
  source: RowSource
  actions: ReactNode
}

/** Search box, section, manager, purpose, status, date field and range (spec 2 §2), and beside them a filter on any other column. */
export function DepositFilters({ tableId, label, state, suggestions, columns, source, actions }: DepositFiltersProps) {
  const { search, change } = state
  const controls: readonly FilterControl[] = [
    ...depositTextFilters.map(({ field, label: name, list }) => ({
      kind: 'text' as const,
      field,
      label: name,
      suggestions: suggestions[list],
    })),
    { kind: 'choice', field: 'status', label: '상태' },
    dayControl(days, state),
  ]
  const fields = useMemo(() => filterableColumns(columns), [columns])
  return (
    <RecordFilters
      tableId={tableId}
      label={label}
      question={depositSearch.question(search)}
      onQuestion={(question) => change(depositSearch.searchOf(question, search))}
      controls={controls}
      fields={fields}
      source={source}
      searchPlaceholder="소유자·구간·주소, 초성"
      actions={actions}
    />
  )
}

const days = dayChoices(depositCaseDescription, caseDateFields)
