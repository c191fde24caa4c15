import { Columns3, Plus, RefreshCw } from 'lucide-react'
import { useCallback, useMemo, type ReactNode } from 'react'
import { HistoryButtons } from '#app/session/act-history/history-buttons.tsx'
import { Button } from '#app/ui/button.tsx'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { isFilterable } from './master-columns.ts'
import type { MasterDesk } from './use-master-desk.ts'

const icon = { size: 16, strokeWidth: 1.5 }

interface MasterFiltersProps {
  desk: MasterDesk
  controls: readonly FilterControl[]
  /** Further buttons, after the adding one. */
  actions: ReactNode
}

/** Search box, the list's own filters, and the buttons of the screen. */
export function MasterFilters({ desk, controls, actions }: MasterFiltersProps) {
  const { kind, columns, source, state, copy, history, commands } = desk
  const { search, change } = state
  const fields = useMemo(() => filterableColumns(columns.filter(isFilterable)), [columns])
  const countValues = useCallback(
    (field: string, limit: number) => source.countValues?.(field, limit) ?? Promise.resolve([]),
    [source],
  )
  function refresh() {
    copy.syncNow()
    source.refresh()
  }
  return (
    <FilterBar
      tableId={kind.tableId}
      label={kind.label}
      question={{ search: search.search, filters: search.filters }}
      onQuestion={({ search: text, filters }) => change({ search: text, filters: [...filters] })}
      controls={controls}
      fields={fields}
      countValues={countValues}
      delayMs={0}
      searchPlaceholder={kind.searchPlaceholder}
      resetLabel="필터 초기화"
      actions={
        <>
          <Button tone="primary" icon={<Plus {...icon} />} onClick={() => desk.setEdited('new')}>
            {kind.label} 추가
          </Button>
          {actions}
          <Button icon={<RefreshCw {...icon} />} onClick={refresh}>
            새로고침
          </Button>
          <Button icon={<Columns3 {...icon} />} onClick={desk.layout.openManager}>
            컬럼 관리
          </Button>
          <HistoryButtons history={history} commands={commands} />
        </>
      }
    />
  )
}
