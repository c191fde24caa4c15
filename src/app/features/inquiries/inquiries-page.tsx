import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useDirtyForm } from '#app/session/dirty-form.ts'
import { useOfflineCopy } from '#app/session/offline-copy.tsx'
import { bookToast } from '#app/session/record-book/outcome-words.ts'
import { turnToRow } from '#app/session/record-book/table-place.ts'
import { useAddressSearch, type SearchState } from '#app/session/record-book/use-address-search.ts'
import { useBroughtRecord } from '#app/session/record-book/use-brought-record.ts'
import { useLaterTarget } from '#app/session/record-book/use-later-target.ts'
import { useRecordDesk } from '#app/session/record-book/use-record-desk.ts'
import { useRecordRows } from '#app/session/record-book/use-record-rows.ts'
import type { PageWindowSource } from '#app/ui/data-table/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging-mode.ts'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import { useDetailPanel } from '#app/ui/detail-panel/use-detail-panel.ts'
import { useSharedCells, useUnsavedRows } from '#app/ui/detail-panel/use-shared-cells.ts'
import { useToast } from '#app/ui/toast.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { inquiryBook, inquiryWords } from './inquiry-book.ts'
import { inquiryColumns } from './inquiry-columns.ts'
import { InquiryFilters } from './inquiry-filters.tsx'
import { InquiryPanel } from './inquiry-panel.tsx'
import { inquiryQuery, inquirySearchKind, openInquirySchema, type InquirySearch } from './inquiry-search.ts'
import { InquiryTable } from './inquiry-table.tsx'
import { useAssignees } from './use-assignees.ts'

const tableId = 'inquiries'

/** 문의함 /staff/inquiries: what visitors wrote, on the offline copy; handled in place or in the panel. */
export function InquiriesPage() {
  const copy = useOfflineCopy()
  const state = useAddressSearch<InquirySearch>(inquirySearchKind)
  const paging = usePagingMode(tableId)
  const { page, page_size: pageSize } = state.search
  const query = inquiryQuery(state.search)
  const rows = useRecordRows(copy, { collection: 'inquiries', query, mode: paging[0], page, pageSize })
  return (
    <div className="flex h-full min-h-0 flex-col gap-3">
      <h1 className="sr-only">문의함</h1>
      {rows.source ? <Inbox {...{ copy, state, paging, queryKey: rows.queryKey, source: rows.source }} /> : null}
    </div>
  )
}

interface InboxProps {
  copy: OfflineCopy
  state: SearchState<InquirySearch>
  paging: ReturnType<typeof usePagingMode>
  source: PageWindowSource
  queryKey: string
}

function Inbox({ copy, state, paging, source, queryKey }: InboxProps) {
  const toast = useToast()
  const assignees = useLatest(useAssignees())
  const columns = useMemo(() => inquiryColumns(assignees), [assignees])
  const { search, change } = state
  const desk = useRecordDesk({
    ...{ book: inquiryBook, words: inquiryWords, tableId, label: '문의함', copy, columns, paging, source, queryKey },
    // The inbox is asked by state and words; the day range of case books has no place in it.
    search: { ...search, date_field: '', start: '', end: '', filters: [] },
    onPlace: change,
    query: inquiryQuery(search),
    captionOfDraft: () => '',
  })
  const address = useOpenInquiry()
  const cells = useSharedCells(source.whole)
  useDirtyForm(useUnsavedRows(cells).length > 0, '문의 상세')
  function turnTo(rowId: string) {
    turnToRow({ source, search, change, paging }, source.whole.indexOf(rowId))
  }
  const detail = useDetailPanel({
    source: source.whole,
    cells,
    rowId: address.rowId,
    onRowId(rowId) {
      address.open(rowId)
      if (rowId !== null) turnTo(rowId)
    },
    onEdit: (act) => desk.acts.edit(act),
  })
  const brought = useBroughtRecord({
    source: source.whole,
    rowId: address.rowId,
    onFound: turnTo,
    onMissing() {
      address.open(null)
      toast.info('열려던 문의가 지금 조건에 없습니다.', bookToast)
    },
  })
  const goTo = useLaterTarget([desk.commands.goTo, detail.goTo, brought])
  const isNarrowed = search.state !== '' || search.search !== ''
  const reset = { label: '필터 초기화', run: () => change({ state: '', search: '' }) }
  return (
    <>
      <InquiryFilters {...{ state, desk }} />
      <DetailSplit
        tableId={tableId}
        panel={
          address.rowId === null ? null : (
            <InquiryPanel
              {...{ detail, columns: desk.columns, tab: address.tab, onTab: address.turn, acts: desk.acts }}
            />
          )
        }
      >
        <InquiryTable
          {...{ desk, cells, goTo }}
          onOpenRow={detail.open}
          empty={
            isNarrowed ? { text: '조건에 맞는 문의가 없습니다.', action: reset } : { text: '받은 문의가 없습니다.' }
          }
        />
      </DetailSplit>
    </>
  )
}

/** The inquiry in the panel and the panel's tab, as they stand in the address (decision 11). */
function useOpenInquiry() {
  const navigate = useNavigate()
  const address: unknown = useSearch({ strict: false })
  const { open, detail } = openInquirySchema.parse(address)
  return {
    rowId: open === '' ? null : open,
    tab: detail,
    open: (rowId: string | null) =>
      void navigate({ to: '.', search: (before) => ({ ...before, open: rowId ?? undefined }) }),
    turn: (tab: string) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...before, detail: tab === 'content' ? undefined : tab }),
        replace: true,
      }),
  }
}
