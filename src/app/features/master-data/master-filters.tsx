import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { TableFilters } from '#app/records/screen/table-filters.tsx'
import { Button } from '#app/ui/button.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
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
  const { kind, state } = desk
  return (
    <TableFilters
      {...{ desk, state, controls, isFilterable }}
      searchPlaceholder={kind.searchPlaceholder}
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
