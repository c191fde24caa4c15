import { useEffect, useRef, useState } from 'react'
import { querySchema, type Query } from '#contract/records/query.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { PagingMode } from '#app/ui/data-table/data-table-props.ts'
import {
  pageWindowSource,
  type PageWindowSource,
  type PageRange,
} from '#app/ui/data-table/paging/page-window-source.ts'
import { useLatest } from '#app/ui/use-latest.ts'

interface ShownRows {
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
export function useRecordRows(
  copy: OfflineCopy,
  { collection, query: asking, mode, page, pageSize }: ShownRows,
): { source: PageWindowSource | null; queryKey: string } {
  const question = JSON.stringify(asking)
  const latest = useLatest({ question, place: placeOf(mode, page, pageSize) })
  const [source, setSource] = useState<PageWindowSource | null>(null)
  const lastQuestion = useRef(question)

  useEffect(() => {
    const start = latest()
    lastQuestion.current = start.question
    const query = querySchema.parse(JSON.parse(start.question))
    const opened = pageWindowSource(copy.openRows(collection, query), { range: start.place, query })
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
    source.show(placeOf(mode, page, pageSize))
  }, [source, question, mode, page, pageSize])

  return { source, queryKey: mode === 'paged' ? `${question} ${page}/${pageSize}` : question }
}

function placeOf(mode: PagingMode, page: number, pageSize: number): PageRange {
  return mode === 'paged' ? { page, pageSize } : 'all'
}
