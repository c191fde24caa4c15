import { useEffect, useRef, useState } from 'react'
import { querySchema } from '#contract/query.ts'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { useLatest } from '#app/ui/use-latest.ts'
import { caseBookQuery, type CaseBookSearch } from './case-book-search.ts'

/**
 * The case book's rows from the offline copy: opened once, asked anew whenever the question changes. `queryKey` names the question. `source` is null for
 * the first moment only.
 */
export function useCaseBookRows(
  copy: OfflineCopy,
  search: CaseBookSearch,
): { source: RowSource | null; queryKey: string } {
  const queryKey = JSON.stringify(caseBookQuery(search))
  const keyNow = useLatest(queryKey)
  const [source, setSource] = useState<RowSource | null>(null)
  const asked = useRef(queryKey)

  useEffect(() => {
    asked.current = keyNow()
    const opened = copy.openRows('real-estate', querySchema.parse(JSON.parse(asked.current)))
    setSource(opened)
    return () => opened.close()
  }, [copy, keyNow])

  useEffect(() => {
    if (!source || asked.current === queryKey) return
    asked.current = queryKey
    source.setQuery(querySchema.parse(JSON.parse(queryKey)))
  }, [source, queryKey])

  return { source, queryKey }
}
