import type { ComponentType } from 'react'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import type { OfflineCopy } from '#mirror/offline-copy.ts'
import type { ActionEdit } from '#app/action-history/perform-action.ts'
import type { EmbeddedTab } from '#app/ui/detail-panel/detail-tabs.ts'
import type { ColumnFlags } from './column-flags.ts'
import type { SelectionActionsProps } from './selection-actions.tsx'

/** What another business brings to the screens of a book: handed in where the screens are put together, because businesses do not import one another. */
export interface Companions {
  /** Tabs of its panel and sections of its window. */
  readonly parts: readonly EmbeddedTab[]
  /** What is done to chosen records. */
  readonly Actions: ComponentType<SelectionActionsProps>
  /** What its rows say beside a value. */
  readonly flags: ColumnFlags
  /** What a form for a new record offers to make along with it. */
  readonly alongNew: MadeAlong
}

/** A record of another book that a new one is to point at by `key`. */
export interface MadeAlong {
  readonly label: string
  readonly hint: string
  readonly key: string
  make(
    copy: Pick<OfflineCopy, 'readAll'>,
    record: Readonly<Record<string, FieldValue | undefined>>,
    projects: readonly AnyRecord[],
  ): Promise<{ readonly id: string; readonly edits: readonly ActionEdit[] } | { readonly refusal: string }>
}
