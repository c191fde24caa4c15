import { useEffect, useMemo, useRef } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { caseBookQuery, type CaseBookSearch } from './case-book-search.ts'

/** The case book's rows from the offline copy: opened once, asked anew whenever the question changes. `queryKey` names the question. */
export function useCaseBookRows(copy: OfflineCopy, search: CaseBookSearch): { source: RowSource; queryKey: string } {
  const query = caseBookQuery(search)
  const queryKey = JSON.stringify(query)
  const first = useRef(query)
  const source = useMemo(() => copy.openRows('real-estate', first.current), [copy])
  const asked = useRef(queryKey)
  useEffect(() => () => source.close(), [source])
  useEffect(() => {
    if (asked.current === queryKey) return
    asked.current = queryKey
    source.setQuery(JSON.parse(queryKey))
  }, [source, queryKey])
  return { source, queryKey }
}
