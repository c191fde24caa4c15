import { bookToast } from '#app/session/record-book/outcome-words.ts'
import type { DataTableProps } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { isEmptyQuestion, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/toast.tsx'
import { isFilterable } from './master-columns.ts'
import { masterPageSizes, sortOf } from './master-search.ts'
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
  const [mode, setMode] = paging
  const question = { search: search.search, filters: search.filters }
  return (
    <DataTable
      tableId={kind.tableId}
      label={kind.label}
      source={source}
      {...layout.table}
      sort={sortOf(search)}
      onSort={(sort) => change({ sort: sort.direction === 'desc' ? `-${sort.field}` : sort.field })}
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
      paging={{
        mode,
        onMode(next, page) {
          setMode(next)
          change({ page })
        },
        getWindow: source.getWindow,
        onPage: (page) => change({ page }),
        pageSize: search.page_size,
        pageSizes: masterPageSizes,
        onPageSize: (size) => change({ page_size: masterPageSizes.find((known) => known === size) ?? 20 }),
        jumpMessages,
      }}
      onMessage={(message) => toast[message.type](message.text, bookToast)}
      today={officeToday}
    />
  )

  function reset() {
    change({ search: '', filters: [] })
  }
}

/** Spec 3 §5 "Go-to-page" has one message for everything that is no page. */
const jumpMessages = {
  notANumber: '페이지 번호를 숫자로 입력하세요.',
  outOfRange: (pages: number) => `1~${pages} 사이의 페이지를 입력하세요.`,
}
