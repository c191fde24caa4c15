import { useState } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import { useSourceState } from '../data-table/use-table.ts'

/** Position of a record in the result. */
export interface RecordPosition {
  /** Index from 0; null when the record is not in the result. */
  readonly at: number | null
  readonly total: number
  /** Indexes of the previous and next record; null at the ends. */
  readonly previous: number | null
  readonly next: number | null
}

/**
 * Follows the record through refreshes. A record that left the result keeps the neighbours of its
 * last position.
 */
export function useRecordPosition(source: RowSource, rowId: string | null): RecordPosition {
  const { total } = useSourceState(source)
  const at = rowId === null ? -1 : source.indexOf(rowId)
  const [last, setLast] = useState(at)
  if (at !== -1 && at !== last) setLast(at)
  return recordPosition(at, last, total)
}

/** `at` is -1 when the record is not in the result. `last` is its last known index, -1 for none. */
export function recordPosition(at: number, last: number, total: number): RecordPosition {
  const isGone = at === -1
  const previous = isGone ? Math.min(last, total) - 1 : at - 1
  const next = isGone ? last : at + 1
  return {
    at: isGone ? null : at,
    total,
    previous: previous >= 0 ? previous : null,
    next: next >= 0 && next < total ? next : null,
  }
}
