import { useEffect, useRef, useState } from 'react'
import type { PagingMode } from '#app/ui/data-table/data-table-props.ts'
import {
  createPageWindowSource,
  type PageRange,
  type PageWindowSource,
} from '#app/ui/data-table/paging/page-window-source.ts'
import { usePagingMode } from '#app/ui/data-table/paging/paging-mode.ts'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import { type Query, querySchema } from '#contract/records/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useOfflineCopy } from '../offline-copy/use-offline-copy.tsx'
import { useListTrail } from '../offline-copy/use-trail-view.ts'
import { getRecordBook, type RecordBook } from '../record-book.ts'
import type { PlainSearch, RecordSearch } from '../url-state/record-search.ts'
import type { SearchState } from '../url-state/use-url-search.ts'

/** Records that match the query in the screen's URL, and how to change the query. */
export interface ScreenRecords<Search> {
  readonly book: RecordBook
  /** Key of this table's settings on the device. */
  readonly tableId: string
  readonly recordSearch: RecordSearch<Search>
  readonly state: SearchState<Search>
  readonly query: Query
  readonly copy: OfflineCopy
  /** Paging mode, if the user can choose; absent when the screen's rules have decided. */
  readonly paging?: ReturnType<typeof usePagingMode>
  readonly source: PageWindowSource
  readonly queryKey: string
}

interface ScreenRecordsOptions<Search> {
  recordSearch: RecordSearch<Search>
  /** From `useUrlSearch(kind)`. */
  state: SearchState<Search>
  tableId: string
  /** Replaces the URL's query when the screen has further conditions. */
  query?: Query
}

/** Null until the rows are opened, which takes one render. */
export function useScreenRecords<Search extends PlainSearch>(
  options: ScreenRecordsOptions<Search>,
): ScreenRecords<Search> | null {
  const { recordSearch, state, tableId, query = recordSearch.query(state.search) } = options
  const { collection, rules } = recordSearch
  const copy = useOfflineCopy()
  const paging = usePagingMode(tableId)
  const { page, page_size: pageSize = 20 } = state.search
  const mode = rules.paging ?? paging[0]
  usePageOfRow(state, mode === 'paged' ? pageSize : null)
  const { source, queryKey } = useRecordRows(copy, { collection, query, mode, page, pageSize })
  useListTrail(copy, { collection, query, total: () => source?.wholeSource.getState().total ?? 0 })
  if (!source) return null
  const records = { book: getRecordBook(collection), tableId, recordSearch, state, query, copy, source, queryKey }
  return rules.paging ? records : { ...records, paging }
}

/**
 * A URL with a row comes from an infinite list; in pages, opens the page that holds the row.
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

interface RowsRequest {
  collection: CollectionName
  query: Query
  mode: PagingMode
  page: number
  pageSize: number
}

/**
 * A book's rows from the offline copy, one page or all. Opened once and queried again when the
 * query changes. `queryKey` identifies what is shown. `source` is null only in the first render.
 */
function useRecordRows(
  copy: OfflineCopy,
  { collection, query: rowQuery, mode, page, pageSize }: RowsRequest,
): { source: PageWindowSource | null; queryKey: string } {
  const question = JSON.stringify(rowQuery)
  const latest = useLatest({ question, range: toPageRange(mode, page, pageSize) })
  const [source, setSource] = useState<PageWindowSource | null>(null)
  const lastQuestion = useRef(question)

  useEffect(() => {
    const start = latest()
    lastQuestion.current = start.question
    const query = querySchema.parse(JSON.parse(start.question))
    const opened = createPageWindowSource(copy.openRows(collection, query), { range: start.range, query })
    // oxlint-disable-next-line react/set-state-in-effect -- the list is opened and closed with the screen; there is none to show before
    setSource(opened)
    return () => opened.close()
  }, [copy, collection, latest])

  useEffect(() => {
    if (!source) return
    if (lastQuestion.current !== question) {
      lastQuestion.current = question
      source.setQuery(querySchema.parse(JSON.parse(question)))
    }
    source.show(toPageRange(mode, page, pageSize))
  }, [source, question, mode, page, pageSize])

  return { source, queryKey: mode === 'paged' ? `${question} ${page}/${pageSize}` : question }
}

function toPageRange(mode: PagingMode, page: number, pageSize: number): PageRange {
  return mode === 'paged' ? { page, pageSize } : 'all'
}
