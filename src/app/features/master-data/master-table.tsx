import { bookToast } from '#app/session/record-book/outcome-words.ts'
import { jumpMessages, tablePlace } from '#app/session/record-book/table-place.ts'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { isEmptyQuestion, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/toast.tsx'
import { isFilterable } from './master-columns.ts'
import { masterPageSizes } from './master-search.ts'
import type { MasterDesk } from './use-master-desk.ts'

interface MasterTableProps {
  desk: MasterDesk
  /** What a list with a detail panel brings; absent: a row opens its form. */
  detail?: Pick<DataTableProps, 'onOpenRow' | 'rowActions' | 'pending' | 'goTo' | 'opens'>
}

/** The table of one master list, in pages or as one virtual list; nothing is edited in it. */
export function MasterTable({ desk, detail }: MasterTableProps) {
  const { kind, state, source, paging, queryKey, commands, layout, deletion } = desk
  const { search, change } = state
  const toast = useToast()
  const question = { search: search.search, filters: search.filters }
  return (
    <DataTable
      tableId={kind.tableId}
      label={kind.label}
      source={source}
      {...layout.table}
      {...tablePlace({ source, ...state, paging, pageSizes: masterPageSizes, jumpMessages })}
      queryKey={queryKey}
      opens="edit"
      onOpenRow={desk.setEdited}
      onDeleteRow={(row) => void deletion.ask(row)}
      goTo={commands.goTo}
      {...detail}
      {...(isEmptyQuestion(question) ? {} : { empty: { action: { label: '필터 초기화', run: reset } } })}
      history={commands}
      onFilterBy={(cell) => {
        if (isFilterable(cell.column)) change({ filters: [...withFilter(question, filterByCell(cell)).filters] })
        else toast.info(`${cell.column.label}: 이 열로는 필터할 수 없습니다. 검색을 사용해 주세요.`, bookToast)
      }}
      onMessage={(message) => toast[message.type](message.text, bookToast)}
      today={officeToday}
    />
  )

  function reset() {
    change({ search: '', filters: [] })
  }
}
