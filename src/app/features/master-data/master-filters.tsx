import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TableButtons } from '#app/records/screen/table-buttons.tsx'
import { TableFilters } from '#app/records/screen/table-filters.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { isFilterable } from './master-columns.ts'
import type { MasterScreenState } from './use-master-screen.ts'

interface MasterFiltersProps {
  screen: MasterScreenState
  controls: readonly FilterControl[]
  /** Further buttons, after the adding one. */
  actions: ReactNode
}

/** Search box, the list's own filters, and the buttons of the screen. */
export function MasterFilters({ screen, controls, actions }: MasterFiltersProps) {
  const { kind, state } = screen
  return (
    <TableFilters
      {...{ screen, state, controls, isFilterable }}
      searchPlaceholder={kind.searchPlaceholder}
      actions={
        <>
          <Button tone="primary" icon={<Plus size={16} strokeWidth={1.5} />} onClick={() => screen.setEdited('new')}>
            {kind.label} 추가
          </Button>
          {actions}
          <TableButtons screen={screen} />
        </>
      }
    />
  )
}
