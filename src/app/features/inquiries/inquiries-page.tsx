import { useMemo } from 'react'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '#app/records/copy/offline-copy.tsx'
import { DeskTable } from '#app/records/screen/desk-table.tsx'
import { useAddressSearch, type SearchState } from '#app/records/address/use-address-search.ts'
import { useDetailBeside } from '#app/records/detail/use-detail-beside.ts'
import { useOpenRecord } from '#app/records/address/use-open-record.ts'
import { useRecordDesk } from '#app/records/screen/use-record-desk.ts'
import { useRecordRows } from '#app/records/screen/use-record-rows.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { DetailSplit } from '#app/ui/detail-panel/detail-split.tsx'
import { useLatest } from '#app/ui/use-latest.ts'
import { inquiryBook, inquiryWords } from './inquiry-book.ts'
import { inquiryColumns } from './inquiry-columns.ts'
import { InquiryFilters } from './inquiry-filters.tsx'
import { InquiryPanel } from './inquiry-panel.tsx'
import { inquiryQuery, inquirySearchKind, openInquirySchema, type InquirySearch } from './inquiry-search.ts'
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
  const assignees = useLatest(useAssignees())
  const columns = useMemo(() => inquiryColumns(assignees), [assignees])
  const { search, change } = state
  const desk = useRecordDesk({
    ...{ book: inquiryBook, words: inquiryWords, tableId, label: '문의함', copy, columns, paging, source, queryKey },
    search,
    onPlace: change,
    query: inquiryQuery(search),
    captionOfDraft: () => '',
  })
  const address = useOpenRecord(openInquirySchema, 'content')
  const { detail, cells, goTo } = useDetailBeside({
    ...{ desk, opened: address, label: '문의 상세' },
    onEdit: (action) => desk.actions.edit(action),
    missingText: '열려던 문의가 지금 조건에 없습니다.',
  })
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
              {...{ detail, columns: desk.columns, tab: address.tab, onTab: address.turn, actions: desk.actions }}
            />
          )
        }
      >
        {/* State, assignee and note are changed in place; there is nothing to add or delete. */}
        <DeskTable
          desk={desk}
          pending={cells}
          goTo={goTo}
          onOpenRow={detail.open}
          empty={
            isNarrowed ? { text: '조건에 맞는 문의가 없습니다.', action: reset } : { text: '받은 문의가 없습니다.' }
          }
        />
      </DetailSplit>
    </>
  )
}
