import { useMemo } from 'react'
import type { CollectionName } from '#contract/books/collections.ts'
import type { SourceRow } from '#contract/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { displayText } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import { useWholeLists, type WholeLists } from '../copy/use-whole-lists.ts'

/** A short word that a row says beside what stands in its cell; null: nothing. */
export type ColumnFlag = (row: SourceRow) => string | null

/** What rows say by other lists of this device. Keep it the same between renders. */
export interface ColumnFlags {
  readonly lists: readonly CollectionName[]
  readonly flagBy: (lists: Partial<WholeLists>) => ColumnFlag
}

/** Another function whenever what it goes by has changed. */
export function useColumnFlag(copy: OfflineCopy, { lists: names, flagBy }: ColumnFlags = noFlags): ColumnFlag {
  const lists = useWholeLists(copy, names)
  return useMemo(() => flagBy(lists), [flagBy, lists])
}

const noFlags: ColumnFlags = { lists: [], flagBy: () => () => null }

/** Room for a name and the word behind it: one that is cut off says nothing. */
const flaggedWidth = 160

/** The column with the word of each row after its value, which stays as it is in editors, copies and sheets. */
export function flaggedColumn(column: Column, flag: ColumnFlag): Column {
  return {
    ...column,
    width: Math.max(column.width, flaggedWidth),
    format: (row) => [displayText(column, row), flag(row)].filter(Boolean).join(' · '),
    tone: (row) => (flag(row) === null ? (column.tone?.(row) ?? null) : 'seal'),
  }
}
