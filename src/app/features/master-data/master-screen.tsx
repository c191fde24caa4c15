import { useCallback, useMemo, useState } from 'react'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useActHistory } from '#app/session/act-history/use-act-history.ts'
import { useHistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/session/act-history/use-undoable-layout.ts'
import { useOfflineCopy } from '#app/session/offline-copy.tsx'
import { bookToast } from '#app/session/record-book/outcome-words.ts'
import { useAddressSearch, type SearchState } from '#app/session/record-book/use-address-search.ts'
import { useRecordRows } from '#app/session/record-book/use-record-rows.ts'
import { useRefusalToasts } from '#app/session/record-book/use-refusal-toasts.ts'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import type { PageWindowSource } from '#app/ui/data-table/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging-mode.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import type { FilterControl } from '#app/ui/filter-bar/filter-controls.tsx'
import { emptyQuestion, isEmptyQuestion, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/toast.tsx'
import { deleteMaster, saveMaster, type MasterActsNeed } from './master-acts.ts'
import { masterColumns } from './master-columns.ts'
import { MasterFilters } from './master-filters.tsx'
import { MasterForm } from './master-form.tsx'
import type { MasterKind } from './master-kinds.ts'
import { useMasterLists } from './master-lists.ts'
import { masterPageSizes, masterQuery, masterSearchKind, sortOf, type MasterSearch } from './master-search.ts'
import { refusalWords } from './master-words.ts'
import { PointedRecord } from './pointed-record.tsx'
import { useDeleteQuestion } from './use-delete-question.ts'

export interface MasterScreenProps {
  kind: MasterKind
  /** Filters that always stand in the bar. */
  controls?: readonly FilterControl[]
}

/** One master list: search, table, add, edit, delete (spec 3 §2 "Master-data screens"), on the offline copy. */
export function MasterScreen({ kind, controls = [] }: MasterScreenProps) {
  const copy = useOfflineCopy()
  const searchKind = useMemo(() => masterSearchKind(kind), [kind])
  const state = useAddressSearch(searchKind)
  const paging = usePagingMode(kind.tableId)
  const { page, page_size: pageSize } = state.search
  const query = masterQuery(state.search)
  const rows = useRecordRows(copy, { collection: kind.collection, query, mode: paging[0], page, pageSize })
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      {rows.source ? <MasterList {...{ kind, controls, copy, state, paging }} {...rows} source={rows.source} /> : null}
    </div>
  )
}

interface MasterListProps extends Required<MasterScreenProps> {
  copy: OfflineCopy
  state: SearchState<MasterSearch>
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

function MasterList({ kind, controls, copy, state, paging, source, queryKey }: MasterListProps) {
  const { tableId, label } = kind
  const { search, change } = state
  const toast = useToast()
  const lists = useMasterLists(copy)
  const columns = useMemo(() => masterColumns(kind, lists), [kind, lists])
  const history = useActHistory(copy, tableId)
  const layout = useUndoableLayout({ tableId, columns, history })
  const [mode, setMode] = paging
  function bringUp(index: number) {
    const page = Math.floor(index / search.page_size) + 1
    if (mode === 'paged' && page !== source.getWindow().page) change({ page })
  }
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  const words = useMemo(() => refusalWords(kind.collection), [kind])
  useRefusalToasts({ copy, collection: kind.collection, toast, words })
  const [edited, setEdited] = useState<SourceRow | 'new' | null>(null)
  const closeForm = useCallback(() => setEdited(null), [])
  const need: MasterActsNeed = {
    kind,
    copy,
    history,
    toast,
    undoAct: commands.undoAct,
    onKept() {
      change({ page: 1 })
      source.refresh()
    },
  }
  const deletion = useDeleteQuestion({ kind, lists, onDelete: (row) => void deleteMaster(need, row) })
  const question = { search: search.search, filters: search.filters }
  return (
    <>
      <MasterFilters
        {...{ kind, controls, columns, source, state, history, commands, copy }}
        onAdd={() => setEdited('new')}
        onColumns={layout.openManager}
      />
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <DataTable
          tableId={tableId}
          label={label}
          source={source}
          {...layout.table}
          sort={sortOf(search)}
          onSort={(sort) => change({ sort: sort.direction === 'desc' ? `-${sort.field}` : sort.field })}
          queryKey={queryKey}
          opens="edit"
          onOpenRow={setEdited}
          onDeleteRow={(row) => void deletion.ask(row)}
          {...(isEmptyQuestion(question)
            ? {}
            : { empty: { action: { label: '필터 초기화', run: () => change({ ...emptyQuestion, filters: [] }) } } })}
          history={commands}
          goTo={commands.goTo}
          onFilterBy={(cell) => change({ filters: [...withFilter(question, filterByCell(cell)).filters] })}
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
      </div>
      <ColumnManager {...layout.manager} groups={kind.description.groups} source={source} />
      {edited === null ? null : (
        <MasterForm
          kind={kind}
          lists={lists}
          record={edited === 'new' ? null : edited.record}
          onClose={closeForm}
          onSave={async (values) => (await saveMaster(need, edited === 'new' ? null : edited.record, values)) !== null}
        />
      )}
      {deletion.pointed ? <PointedRecord kind={kind} {...deletion.pointed} onClose={deletion.close} /> : null}
    </>
  )
}

/** One wording for both mistakes (spec 3 §5 "Go-to-page"). */
const jumpMessages = {
  notANumber: '페이지 번호를 숫자로 입력하세요.',
  outOfRange: (pages: number) => `1~${pages} 사이의 페이지를 입력하세요.`,
}
