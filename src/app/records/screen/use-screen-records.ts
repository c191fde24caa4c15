import { useEffect } from 'react'
import type { Query } from '#contract/records/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { PageWindowSource } from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import type { PlainSearch, RecordSearch } from '../address/record-search.ts'
import type { SearchState } from '../address/use-address-search.ts'
import { useAuditListView } from '../copy/use-audit-view.ts'
import { useOfflineCopy } from '../copy/use-offline-copy.tsx'
import { recordBook, type RecordBook } from '../record-book.ts'
import { useRecordRows } from './use-record-rows.ts'

/** Records that match the query in the screen's URL, and how to change the query. */
export interface ScreenRecords<Search> {
  readonly book: RecordBook
  /** Key of this table's settings on the device. */
  readonly tableId: string
  readonly kind: RecordSearch<Search>
  readonly state: SearchState<Search>
  readonly query: Query
  readonly copy: OfflineCopy
  /** Paging mode, if the user can choose; absent when the screen's rules have decided. */
  readonly paging?: ReturnType<typeof usePagingMode>
  readonly source: PageWindowSource
  readonly queryKey: string
}

interface ScreenRecordsOptions<Search> {
  kind: RecordSearch<Search>
  /** From `useAddressSearch(kind)`. */
  state: SearchState<Search>
  tableId: string
  /** Replaces the URL's query when the screen has further conditions. */
  query?: Query
}

/** Null until the rows are opened, which takes one render. */
export function useScreenRecords<Search extends PlainSearch>(
  options: ScreenRecordsOptions<Search>,
): ScreenRecords<Search> | null {
  const { kind, state, tableId, query = kind.query(state.search) } = options
  const { collection, rules } = kind
  const copy = useOfflineCopy()
  const paging = usePagingMode(tableId)
  const { page, page_size: pageSize = 20 } = state.search
  const mode = rules.paging ?? paging[0]
  usePageOfRow(state, mode === 'paged' ? pageSize : null)
  const { source, queryKey } = useRecordRows(copy, { collection, query, mode, page, pageSize })
  useAuditListView(copy, { collection, query, total: () => source?.wholeSource.getState().total ?? 0 })
  if (!source) return null
  const records = { book: recordBook(collection), tableId, kind, state, query, copy, source, queryKey }
  return rules.paging ? records : { ...records, paging }
}

/**
 * A URL with a row comes from an endless list; in pages, opens the page that holds the row.
 * `pageSize` null: no pages.
 */
function usePageOfRow<Search extends PlainSearch>(
  { search, change, row }: SearchState<Search>,
  pageSize: number | null,
) {
  const start = pageSize === null || search.page > 1 ? 0 : row.start()
  const page = Math.floor(start / (pageSize ?? 1)) + 1
  useEffect(() => {
    if (page > 1) change({ page } as Partial<Search>, 'corrected')
  }, [page, change])
}
