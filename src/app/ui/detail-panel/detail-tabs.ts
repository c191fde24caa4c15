import type { ReactNode } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table/data-table-props.ts'
import { isUnsaved } from '../data-table/pending/cell-map.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-types.ts'

/** A tab shows either a grid of fields or one embedded component. */
export type DetailTab = FieldsTab | EmbeddedTab

export interface FieldsTab {
  readonly key: string
  readonly label: string
  /** Column keys in order; keys without a column are skipped. */
  readonly fields: readonly string[]
  /**
   * Content to read before editing, shown above the fields. The panel then opens with the focus on
   * its title.
   */
  readonly intro?: (row: SourceRow, close: () => void) => ReactNode
}

export interface EmbeddedTab {
  readonly key: string
  readonly label: string
  /**
   * Renders a separate record that belongs to this one, such as an address number; the panel
   * doesn't handle its edits. `close` closes the panel.
   */
  readonly content: (row: SourceRow, close: () => void) => ReactNode
}

/** The columns of a tab in its order; none for an embedded component. */
export function listTabColumns(tab: DetailTab, columns: readonly Column[]): readonly Column[] {
  if (!('fields' in tab)) return []
  return tab.fields.flatMap((key) => columns.find((column) => column.key === key) ?? [])
}

/** The tab that shows a field; undefined when none does. */
export function findFieldTab(key: string, tabs: readonly DetailTab[]): FieldsTab | undefined {
  return tabs.find((tab): tab is FieldsTab => 'fields' in tab && tab.fields.includes(key))
}

/** The tab's label with the number of its fields waiting for 저장. */
export function formatTabLabel(tab: DetailTab, pending: PendingRow): string {
  const unsavedCount = 'fields' in tab ? tab.fields.filter((key) => isUnsaved(pending[key])).length : 0
  return unsavedCount === 0 ? tab.label : `${tab.label} (${unsavedCount})`
}
