import type { ComponentType } from 'react'
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
  readonly useFlags: () => ColumnFlags
}
