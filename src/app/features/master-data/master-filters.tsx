import { Plus } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { barQuestion } from '#app/records/address/table-question.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { useCountValues } from '#app/ui/filter-bar/use-count-values.ts'
import { isFilterable } from './master-columns.ts'
import type { MasterDesk } from './use-master-desk.ts'

interface MasterFiltersProps {
  desk: MasterDesk
  controls: readonly FilterControl[]
  /** Further buttons, after the adding one. */
  actions: ReactNode
}

/** Search box, the list's own filters, and the buttons of the screen. */
export function MasterFilters({ desk, controls, actions }: MasterFiltersProps) {
  const { kind, columns, source, state } = desk
  const fields = useMemo(() => filterableColumns(columns.filter(isFilterable)), [columns])
  const countValues = useCountValues(source)
  return (
    <FilterBar
      tableId={kind.tableId}
      label={kind.label}
      {...barQuestion(state)}
      controls={controls}
      fields={fields}
      countValues={countValues}
      delayMs={0}
      searchPlaceholder={kind.searchPlaceholder}
      resetLabel="필터 초기화"
      actions={
        <>
          <Button tone="primary" icon={<Plus size={16} strokeWidth={1.5} />} onClick={() => desk.setEdited('new')}>
            {kind.label} 추가
          </Button>
          {actions}
          <TableButtons desk={desk} />
        </>
      }
    />
  )
}
