import { useEffect } from 'react'
import { useLatest } from '#app/ui/hooks/use-latest.ts'
import { type CollectionName, mirroredCollections } from '#contract/books/collections.ts'
import type { Book } from '#contract/books/field.ts'
import type { Query } from '#contract/records/query.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'

/** Debounce in ms, so that the letters of a word don't count as searches. */
const debounceMs = 700

interface ListForTrail {
  readonly collection: CollectionName
  readonly query: Pick<Query, 'filters' | 'search'>
  /** Number of matching records; read when the query is logged. */
  total(): number
}

/**
 * Logs a list or search that was shown for a moment in the trail, once per query. Scrolling,
 * turning pages and sorting don't count, because they show no other records.
 */
export function useListTrail({ viewLog }: OfflineCopy, { collection, query, total }: ListForTrail): void {
  const { filters, search } = query
  const queryKey = JSON.stringify([filters, search.trim()])
  const latestTotal = useLatest(total)
  useEffect(() => {
    const [usedFilters, searchText] = JSON.parse(queryKey) as [unknown[], string]
    const timer = setTimeout(() => {
      const about = {
        rows: latestTotal()(),
        ...(searchText && { search: buildTrailSearchText(collection, searchText) }),
        ...(usedFilters.length > 0 && { filters: JSON.stringify(usedFilters) }),
      }
      viewLog.logView({ act: searchText ? 'search' : 'list', collection, about })
    }, debounceMs)
    return () => clearTimeout(timer)
  }, [viewLog, collection, queryKey, latestTotal])
}

/**
 * Logs the text of a search whose results are shown next to a list, or of all books if there is no
 * collection. Ignores empty text.
 */
export function useSearchTrail({ viewLog }: OfflineCopy, text: string, collection?: CollectionName): void {
  const searchText = text.trim()
  useEffect(() => {
    if (searchText === '') return
    const searchView = collection
      ? { collection, about: { search: buildTrailSearchText(collection, searchText) } }
      : { about: { place: 'everything' as const, search: searchText } }
    const timer = setTimeout(() => viewLog.logView({ act: 'search', ...searchView }), debounceMs)
    return () => clearTimeout(timer)
  }, [viewLog, searchText, collection])
}

/**
 * A person whose data was destroyed on request must not survive in logged search text (the server's
 * own log does the same).
 */
function buildTrailSearchText(collection: CollectionName, searchText: string): string {
  const book: Book = mirroredCollections[collection]
  return book.leavesNoCopy ? '검색함' : searchText
}
