import { useCallback } from 'react'
import { useLatest } from '#app/ui/use-latest.ts'
import type { CountValues } from '#app/ui/filter-bar/value-list.tsx'
import { narrowedBy, type NarrowedFilter } from './fitting-filters.ts'
import type { AskedRecords } from './use-asked-records.ts'

/** What a filter counts its values by: the present query without what the filter itself narrows. */
export function useNarrowingCounts<Search>(
  { copy, source, query, kind }: AskedRecords<Search>,
  narrowed: readonly NarrowedFilter[],
): CountValues {
  const now = useLatest({ query, narrowed })
  return useCallback(
    async (field, limit) => {
      const asked = now()
      const below = narrowedBy(asked.narrowed, field)
      const filters = asked.query.filters.filter((filter) => !below.has(filter.field))
      if (filters.length === asked.query.filters.length) return (await source.countValues?.(field, limit)) ?? []
      const wider = copy.openRows(kind.collection, { ...asked.query, filters })
      try {
        return (await wider.countValues?.(field, limit)) ?? []
      } finally {
        wider.close()
      }
    },
    [copy, source, kind, now],
  )
}
