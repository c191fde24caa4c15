import { useMemo, useState } from 'react'
import type { AnyRecord } from '#contract/records/field.ts'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useDirtyForm } from '#app/session/dirty-form.ts'
import { useOfflineCopy } from '#app/session/offline-copy.tsx'
import type { EntryDraft } from '#app/ui/data-table/data-table-props.ts'
import { DataTable } from '#app/ui/data-table/data-table.tsx'
import { officeToday } from '#app/ui/office-today.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { caseBookColumns } from './case-book-columns.ts'
import { CaseBookFilters } from './case-book-filters.tsx'
import { caseBookPageSizes, sortOf } from './case-book-search.ts'
import { CaseBookToolbar } from './case-book-toolbar.tsx'
import { useCaseBookActs } from './use-case-book-acts.ts'
import { useCaseBookRows } from './use-case-book-rows.ts'
import { useCaseBookSearch, type CaseBookSearchState } from './use-case-book-search.ts'
import { useGroups } from './use-groups.ts'
import { useUniqueFields } from './use-unique-fields.ts'
import { caseBookToast, useRefusalToasts } from './write-outcome-toasts.ts'

/** 사건부 (spec 2 "Case book tab"): filters, the entry line and one virtual list over the whole result, on the offline copy. */
export function CaseBookPage() {
  const copy = useOfflineCopy()
  const state = useCaseBookSearch()
  const groups = useGroups(copy)
  const suggestions = useUniqueFields(groups)
  const { source, queryKey } = useCaseBookRows(copy, state.search)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 pt-3">
      <CaseBookFilters state={state} suggestions={suggestions} />
      {source ? <CaseBook {...{ copy, state, groups, source, queryKey }} /> : null}
    </div>
  )
}

interface CaseBookProps {
  copy: OfflineCopy
  state: CaseBookSearchState
  groups: readonly AnyRecord[]
  source: RowSource
  queryKey: string
}

function CaseBook({ copy, state, groups, source, queryKey }: CaseBookProps) {
  const toast = useToast()
  const acts = useCaseBookActs({ copy, source, toast, groups })
  const groupsNow = useLatest(groups)
  const columns = useMemo(() => caseBookColumns(groupsNow), [groupsNow])
  useRefusalToasts(copy, toast)
  const [isDrafting, setDrafting] = useState(false)
  useDirtyForm(isDrafting, '새 사건 입력줄')
  const entry = useMemo(
    () => ({ ...acts.entry, onDraftChange: (draft: EntryDraft) => setDrafting(holdsInput(draft)) }),
    [acts],
  )
  return (
    <>
      <CaseBookToolbar copy={copy} state={state} source={source} />
      {/* In a low window the screen scrolls rather than leaving no row in sight. */}
      <div className="flex min-h-0 flex-1 flex-col cramped:min-h-80">
        <DataTable
          tableId="real-estate-case-book"
          label="사건부"
          source={source}
          columns={columns}
          sort={sortOf(state.search)}
          onSort={(sort) => state.change({ sort: sort.direction === 'desc' ? `-${sort.field}` : sort.field })}
          queryKey={queryKey}
          onEdit={acts.edit}
          onOpenRow={acts.open}
          onDeleteRow={(row) => void acts.remove(row)}
          onSettleConflict={(settlement) => void acts.settleConflict(settlement)}
          entry={entry}
          paging={{
            pageSize: state.search.page_size,
            pageSizes: caseBookPageSizes,
            onPageSize: (size) => state.change({ page_size: caseBookPageSizes.find((known) => known === size) ?? 20 }),
            jumpMessages,
          }}
          onMessage={(message) => toast[message.type](message.text, caseBookToast)}
          today={officeToday}
        />
      </div>
    </>
  )
}

function holdsInput(draft: EntryDraft): boolean {
  return Object.values(draft).some((value) => value !== null && value !== '')
}

/** One wording for both mistakes (spec 2 §5 "Case book"). */
const jumpMessages = {
  notANumber: '페이지 번호를 숫자로 입력하세요.',
  outOfRange: (pages: number) => `1~${pages} 사이의 페이지를 입력하세요.`,
}
