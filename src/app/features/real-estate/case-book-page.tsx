import { useCallback, useMemo, useState } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useLeaveGuard } from '#app/records/unsaved/use-leave-guard.ts'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { caseBookWords } from '#app/records/actions/outcome-words.ts'
import { RecordTable } from '#app/records/screen/record-table.tsx'
import { RecordToolbar } from '#app/records/screen/record-toolbar.tsx'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useRecordDesk } from '#app/records/screen/use-record-desk.ts'
import { useRecordRows } from '#app/records/screen/use-record-rows.ts'
import type { EntryDraft } from '#app/ui/data-table/editing/edit-action.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { filterByCell } from '#app/ui/filter-bar/filter-by-cell.ts'
import { emptyQuestion, isEmptyQuestion, withFilter } from '#app/ui/filter-bar/filter-question.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { caseBook } from './case-book.ts'
import { caseBookColumns } from './case-book-columns.ts'
import { CaseBookFilters } from './case-book-filters.tsx'
import { caseBookSearch, type CaseBookSearch } from './case-book-search.ts'
import { caseBookExportOrder } from './export-case-book.ts'
import { useGroups } from './use-groups.ts'
import { useUniqueFields } from './use-unique-fields.ts'

const tableId = 'real-estate-case-book'

/** 사건부 (spec 2 "Case book tab"): filters, the entry line and the book in pages or as one virtual list, on the offline copy. */
export function CaseBookPage() {
  const copy = useOfflineCopy()
  const state = useAddressSearch<CaseBookSearch>(caseBookSearch)
  const paging = usePagingMode(tableId)
  const { page, page_size: pageSize } = state.search
  const query = caseBookSearch.query(state.search)
  const shown = { collection: caseBook.collection, query, mode: paging[0], page, pageSize }
  const { source, queryKey } = useRecordRows(copy, shown)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      {source ? <CaseBook {...{ copy, state, paging, source, queryKey }} /> : null}
    </div>
  )
}

interface CaseBookProps {
  copy: OfflineCopy
  state: SearchState<CaseBookSearch>
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

function CaseBook({ copy, state, paging, source, queryKey }: CaseBookProps) {
  const { search, change } = state
  const groups = useGroups(copy)
  const groupsNow = useLatest(groups)
  const columns = useMemo(() => caseBookColumns(groupsNow), [groupsNow])
  const suggestions = useUniqueFields(groups)
  const question = caseBookSearch.question(search)
  const captionOfDraft = useCallback(
    (draft: EntryDraft) =>
      caseBook.captionOf(draft, { group_id: groupsNow().find((known) => known.id === draft['group_id']) }),
    [groupsNow],
  )
  const desk = useRecordDesk({
    ...{ book: caseBook, words: caseBookWords, tableId, label: '사건부' },
    ...{ copy, columns, search, onPlace: change, query: caseBookSearch.query(search) },
    ...{ paging, source, queryKey, captionOfDraft },
  })
  const { actions } = desk
  const [isDrafting, setDrafting] = useState(false)
  useLeaveGuard(isDrafting, '새 사건 입력줄')
  const entry = useMemo(
    () => ({ ...actions.entry, onDraftChange: (draft: EntryDraft) => setDrafting(holdsInput(draft)) }),
    [actions],
  )
  return (
    <>
      <CaseBookFilters
        {...{ tableId, state, suggestions, columns, source }}
        actions={
          <RecordToolbar
            desk={desk}
            exportOrder={() => caseBookExportOrder(search)}
            importPath="/api/mysql/realestate/import_excel/"
          />
        }
      />
      <RecordTable
        desk={desk}
        onOpenRow={actions.open}
        entry={entry}
        {...(isEmptyQuestion(question) ? {} : { empty: { action: resetting(state) } })}
        onFilterBy={(cell) => change(caseBookSearch.searchOf(withFilter(question, filterByCell(cell)), search))}
      />
    </>
  )
}

/** What an empty result offers: the question is the likely reason. */
function resetting({ search, change }: SearchState<CaseBookSearch>) {
  return { label: '필터 초기화', run: () => change(caseBookSearch.searchOf(emptyQuestion, search)) }
}

function holdsInput(draft: EntryDraft): boolean {
  return Object.values(draft).some((value) => value !== null && value !== '')
}
