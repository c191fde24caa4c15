import type { ComponentType } from 'react'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import type { ColumnFlags } from './column-flags.ts'
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
  readonly createdWithNew: ExtraCreation
}

/** A record of another book that the new one will reference by `key`. */
export interface ExtraCreation {
  readonly label: string
  readonly hint: string
  readonly key: string
  make(
    copy: Pick<OfflineCopy, 'readAll'>,
    record: Readonly<Record<string, FieldValue | undefined>>,
    projects: readonly AnyRecord[],
  ): Promise<{ readonly id: string; readonly edits: readonly ActionEdit[] } | { readonly refusal: string }>
}
