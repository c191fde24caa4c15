import { Columns3, Plus, RefreshCw } from 'lucide-react'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActHistory } from '#app/session/act-history/act-history.ts'
import { HistoryButtons } from '#app/session/act-history/history-buttons.tsx'
import type { HistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import type { SearchState } from '#app/session/record-book/use-address-search.ts'
import { Button } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { isFilterable } from './master-columns.ts'
import type { MasterKind } from './master-kinds.ts'
import type { MasterSearch } from './master-search.ts'

const icon = { size: 16, strokeWidth: 1.5 }

interface MasterFiltersProps {
  kind: MasterKind
  controls: readonly FilterControl[]
  columns: readonly Column[]
  source: RowSource
  state: SearchState<MasterSearch>
  copy: OfflineCopy
  history: ActHistory
  commands: HistoryCommands
  onAdd(): void
  onColumns(): void
  /** Further buttons, after the adding one. */
  actions?: ReactNode
}

/** Search box, the list's own filters, and the buttons of the screen. */
export function MasterFilters(props: MasterFiltersProps) {
  const { kind, controls, columns, source, state, copy, history, commands } = props
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
          <Button tone="primary" icon={<Plus {...icon} />} onClick={props.onAdd}>
            {kind.label} 추가
          </Button>
          {props.actions}
          <Button icon={<RefreshCw {...icon} />} onClick={refresh}>
            새로고침
          </Button>
          <Button icon={<Columns3 {...icon} />} onClick={props.onColumns}>
            컬럼 관리
          </Button>
          <HistoryButtons history={history} commands={commands} />
        </>
      }
    />
  )
}
