import { useCallback } from 'react'
import type { RowSource } from '#contract/row-source.ts'
import type { CountValues } from './value-list.tsx'

/** What `<FilterBar countValues>` asks of these rows; no values where they cannot be counted. */
export function useCountValues(source: RowSource): CountValues {
  return useCallback((field, limit) => source.countValues?.(field, limit) ?? Promise.resolve([]), [source])
}
