import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { realEstateDescription } from '#contract/records/real-estate.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useDirtyForm } from '#app/session/dirty-form.ts'
import { useActHistory } from '#app/session/act-history/use-act-history.ts'
import { useHistoryCommands } from '#app/session/act-history/use-history-commands.ts'
import { useUndoableLayout } from '#app/session/act-history/use-undoable-layout.ts'
import { useOfflineCopy } from '#app/session/offline-copy.tsx'
import { ColumnManager } from '#app/ui/column-layout/column-manager.tsx'
import type { EntryDraft } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import type { PageWindowSource } from '#app/ui/data-table/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging-mode.ts'
import { tickedCount } from '#app/ui/data-table/selection/row-checks.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { emptyQuestion, isEmptyQuestion, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { CaseBookBulkEdit } from './case-book-bulk-edit.tsx'
import { caseBookColumns } from './case-book-columns.ts'
import { CaseBookFilters } from './case-book-filters.tsx'
import { caseBookPageSizes, caseBookQuery, caseBookQuestion, searchOfQuestion, sortOf } from './case-book-search.ts'
import { CaseBookToolbar } from './case-book-toolbar.tsx'
import { useCaseBookActs } from './use-case-book-acts.ts'
import { useCaseBookRows } from './use-case-book-rows.ts'
import { useCaseBookSearch, type CaseBookSearchState } from './use-case-book-search.ts'
import { useGroups } from './use-groups.ts'
import { useTickedCases } from './use-ticked-cases.ts'
import { useUniqueFields } from './use-unique-fields.ts'
import { caseBookToast, useRefusalToasts } from './write-outcome-toasts.ts'

const tableId = 'real-estate-case-book'

/** 사건부 (spec 2 "Case book tab"): filters, the entry line and the book in pages or as one virtual list, on the offline copy. */
export function CaseBookPage() {
  const copy = useOfflineCopy()
  const state = useCaseBookSearch()
  const paging = usePagingMode(tableId)
  const { source, queryKey } = useCaseBookRows(copy, state.search, paging[0])
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      {source ? <CaseBook {...{ copy, state, paging, source, queryKey }} /> : null}
    </div>
  )
}

interface CaseBookProps {
  copy: OfflineCopy
  state: CaseBookSearchState
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

function CaseBook({ copy, state, paging, source, queryKey }: CaseBookProps) {
  const toast = useToast()
  const groups = useGroups(copy)
  const groupsNow = useLatest(groups)
  const columns = useMemo(() => caseBookColumns(groupsNow), [groupsNow])
  const suggestions = useUniqueFields(groups)
  const history = useActHistory(copy, tableId)
  const layout = useUndoableLayout({ tableId, columns, history })
  const [mode, setMode] = paging
  function bringUp(index: number) {
    const page = Math.floor(index / state.search.page_size) + 1
    if (mode === 'paged' && page !== source.getWindow().page) state.change({ page })
  }
  const commands = useHistoryCommands({ history, source: source.whole, toast, bringUp })
  const acts = useCaseBookActs({ copy, source, toast, groups, history, commands })
  useRefusalToasts(copy, toast)
  const query = caseBookQuery(state.search)
  const ticked = useTickedCases(query, queryKey)
  const matching = useSyncExternalStore(source.subscribe, () => source.getWindow().total)
  const count = tickedCount(ticked.value, matching)
  const [isBulkEditing, setBulkEditing] = useState(false)
  const closeBulkEdit = useCallback(() => setBulkEditing(false), [])
  function bulkEdit() {
    if (count === 0) toast.info('선택된 항목이 없습니다.', caseBookToast)
    else setBulkEditing(true)
  }
  const [isDrafting, setDrafting] = useState(false)
  useDirtyForm(isDrafting, '새 사건 입력줄')
  const entry = useMemo(
    () => ({ ...acts.entry, onDraftChange: (draft: EntryDraft) => setDrafting(holdsInput(draft)) }),
    [acts],
  )
  return (
    <>
      <CaseBookFilters
        {...{ tableId, state, suggestions, columns, source }}
        actions={
          <CaseBookToolbar
            {...{ copy, search: state.search, source, history, commands }}
            ticked={count}
            onBulkEdit={bulkEdit}
            onColumns={layout.openManager}
          />
        }
      />
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <DataTable
          tableId={tableId}
          label="사건부"
          source={source}
          {...layout.table}
          sort={sortOf(state.search)}
          onSort={(sort) => state.change({ sort: sort.direction === 'desc' ? `-${sort.field}` : sort.field })}
          queryKey={queryKey}
          onEdit={acts.edit}
          takesNewRows
          rowSelection={{ ...ticked, matchingTotal: matching, onBulkEdit: bulkEdit }}
          {...(isEmptyQuestion(caseBookQuestion(state.search)) ? {} : { empty: { action: resetting(state) } })}
          onOpenRow={acts.open}
          onDeleteRow={(row) => void acts.remove(row)}
          onSettleConflict={(settlement) => void acts.settleConflict(settlement)}
          entry={entry}
          history={commands}
          goTo={commands.goTo}
          onFilterBy={(cell) =>
            state.change(searchOfQuestion(withFilter(caseBookQuestion(state.search), filterByCell(cell)), state.search))
          }
          paging={{
            mode,
            onMode(next, page) {
              setMode(next)
              state.change({ page })
            },
            getWindow: source.getWindow,
            onPage: (page) => state.change({ page }),
            pageSize: state.search.page_size,
            pageSizes: caseBookPageSizes,
            onPageSize: (size) => state.change({ page_size: caseBookPageSizes.find((known) => known === size) ?? 20 }),
            jumpMessages,
          }}
          onMessage={(message) => toast[message.type](message.text, caseBookToast)}
          today={officeToday}
        />
      </div>
      <ColumnManager {...layout.manager} groups={realEstateDescription.groups} source={source} />
      {isBulkEditing ? (
        <CaseBookBulkEdit
          {...{ copy, history, commands, columns, query }}
          selection={ticked.value}
          onClose={closeBulkEdit}
        />
      ) : null}
    </>
  )
}

/** What an empty result offers: the question is the likely reason. */
function resetting({ search, change }: CaseBookSearchState) {
  return { label: '필터 초기화', run: () => change(searchOfQuestion(emptyQuestion, search)) }
}

function holdsInput(draft: EntryDraft): boolean {
  return Object.values(draft).some((value) => value !== null && value !== '')
}

/** One wording for both mistakes (spec 2 §5 "Case book"). */
const jumpMessages = {
  notANumber: '페이지 번호를 숫자로 입력하세요.',
  outOfRange: (pages: number) => `1~${pages} 사이의 페이지를 입력하세요.`,
}
