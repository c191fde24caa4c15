import { useMemo } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { displayText } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { useCompleteLists, type CompleteLists } from '../copy/use-complete-lists.ts'

/** A short word shown after a row's value; null for none. */
export type ColumnFlag = (row: SourceRow) => string | null

/** Flags based on other lists of this device. Keep the object stable between renders. */
export interface ColumnFlags {
  readonly lists: readonly CollectionName[]
  readonly flagBy: (lists: Partial<CompleteLists>) => ColumnFlag
}

/** Returns a new function whenever its data changes. */
export function useColumnFlag(copy: OfflineCopy, { lists: names, flagBy }: ColumnFlags = noFlags): ColumnFlag {
  const lists = useCompleteLists(copy, names)
  return useMemo(() => flagBy(lists), [flagBy, lists])
}

const noFlags: ColumnFlags = { lists: [], flagBy: () => () => null }

/** Width for a name and the flag behind it; a cut-off flag would say nothing. */
const flaggedWidth = 160

/**
 * The column with each row's flag after the value. Editors, copies and sheets keep the plain value.
 */
export function flaggedColumn(column: Column, flag: ColumnFlag): Column {
  return {
    ...column,
    width: Math.max(column.width, flaggedWidth),
    format: (row) => [displayText(column, row), flag(row)].filter(Boolean).join(' · '),
    tone: (row) => (flag(row) === null ? (column.tone?.(row) ?? null) : 'seal'),
  }
}
