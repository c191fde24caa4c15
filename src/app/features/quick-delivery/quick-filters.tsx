import { Columns3, RefreshCw } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { HistoryButtons } from '#app/session/act-history/history-buttons.tsx'
import { Button } from '#app/ui/button.tsx'
import { FilterBar } from '#app/ui/filter-bar/filter-bar.tsx'
import { filterableColumns } from '#app/ui/filter-bar/filter-question.ts'
import { QuickExport } from './quick-export.tsx'
import { quickTableId, type QuickDesk } from './use-quick-desk.ts'

const icon = { size: 16, strokeWidth: 1.5 }

/** Search box, filters and the table's own buttons. */
export function QuickFilters({ desk }: { desk: QuickDesk }) {
  const { state, source, columns, copy, history, commands } = desk
  const { search, change } = state
  const fields = useMemo(() => filterableColumns(columns.filter(({ key }) => key !== 'balance')), [columns])
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
      tableId={quickTableId}
      label="퀵 기록"
      question={{ search: search.search, filters: search.filters }}
      onQuestion={({ search: text, filters }) => change({ search: text, filters: [...filters] })}
      controls={[]}
      fields={fields}
      countValues={countValues}
      delayMs={0}
      searchPlaceholder="기사명·보내는 분·받는 분·메모"
      resetLabel="필터 초기화"
      actions={
        <>
          <QuickExport desk={desk} />
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
