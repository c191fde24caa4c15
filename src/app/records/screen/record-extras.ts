import { type ComponentType, useMemo } from 'react'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import { formatCellText } from '#app/ui/data-table/cells/cell-text.ts'
import type { Column } from '#app/ui/data-table/data-table-props.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import { type CompleteLists, useCompleteLists } from '../offline-copy/use-complete-lists.ts'
import type { SelectionActionsProps } from './selection-actions.tsx'

/**
 * What another feature adds to the screens of a book. Passed in where the screens are assembled,
 * because features don't import each other.
 */
export interface RecordExtras {
  /** Tabs of the detail panel and sections of the record's window. */
  readonly parts: readonly EmbeddedTab[]
  /** Actions on selected records. */
  readonly Actions: ComponentType<SelectionActionsProps>
  /** Flags shown after a value. */
  readonly flags: ColumnFlags
  /** A record that the form for a new one offers to create along with it. */
  readonly linkedCreation: LinkedCreation
}

/** A record of another book that the new one will reference by `key`. */
export interface LinkedCreation {
  readonly label: string
  readonly hint: string
  readonly key: string
  make(
    copy: Pick<OfflineCopy, 'readAll'>,
    record: Readonly<Record<string, FieldValue | undefined>>,
    projects: readonly AnyRecord[],
  ): Promise<LinkedRecord | { readonly refusal: string }>
}

/** The record to link and the edits that create it; no edits if it exists. */
export interface LinkedRecord {
  readonly id: string
  readonly edits: readonly ActionEdit[]
}

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
export function addFlag(column: Column, flag: ColumnFlag): Column {
  return {
    ...column,
    width: Math.max(column.width, flaggedWidth),
    format: (row) => [formatCellText(column, row), flag(row)].filter(Boolean).join(' · '),
    tone: (row) => (flag(row) === null ? (column.tone?.(row) ?? null) : 'danger'),
  }
}
