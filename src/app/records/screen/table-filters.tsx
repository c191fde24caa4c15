import { useMemo, type ReactNode } from 'react'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { useCountValues } from '#app/ui/filter-bar/use-count-values.ts'
import { barQuestion, type QuestionState } from '../address/table-question.ts'
import type { ScreenState } from './use-screen-state.ts'

interface TableFiltersProps {
  screen: ScreenState
  state: QuestionState
  searchPlaceholder: string
  controls?: readonly FilterControl[]
  isFilterable(column: Column): boolean
  /** The screen's buttons. */
  actions: ReactNode
}

const noControls: readonly FilterControl[] = []

/** The filter bar of a list without filters of its own in the address: search box, filters by any column, and the buttons of the screen. */
export function TableFilters(props: TableFiltersProps) {
  const { screen, state, searchPlaceholder, controls = noControls, isFilterable, actions } = props
  const { columns, source } = screen
  const fields = useMemo(() => filterableColumns(columns.filter(isFilterable)), [columns, isFilterable])
  return (
    <FilterBar
      tableId={screen.tableId}
      label={screen.label}
      {...barQuestion(state)}
      {...{ controls, fields, searchPlaceholder, actions }}
      countValues={useCountValues(source)}
      delayMs={0}
      resetLabel="필터 초기화"
    />
  )
}
