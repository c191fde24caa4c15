import { useState } from 'react'
import type { RowSource } from '#contract/records/row-source.ts'
import { useSourceState } from '../data-table/use-table.ts'

/** Where a record stands in the result. */
export interface RecordPosition {
  /** From 0; null when it is not in the result (any more). */
  readonly at: number | null
  readonly total: number
  /** Where the records before and after it stand; null at the ends. */
  readonly previous: number | null
  readonly next: number | null
}

/** Follows the record through refreshes; one that left the result still has the neighbours of the place it left. */
export function useRecordPosition(source: RowSource, rowId: string | null): RecordPosition {
  const { total } = useSourceState(source)
  const at = rowId === null ? -1 : source.indexOf(rowId)
  const [last, setLast] = useState(at)
  if (at !== -1 && at !== last) setLast(at)
  return recordPosition(at, last, total)
}

/** `at`: -1 when the record is not in the result; `last`: where it was seen last, -1 when nowhere. */
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
