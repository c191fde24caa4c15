import type { ReactNode } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import type { Column } from '../data-table/data-table-props.ts'
import type { PendingRow } from '../data-table/pending/pending-cells-props.ts'
import { isUnsaved } from '../data-table/pending/cell-map.ts'

/** A tab shows either a grid of fields or one embedded component (spec 1 §2.4). */
export type DetailTab = FieldsTab | EmbeddedTab

export interface FieldsTab {
  readonly key: string
  readonly label: string
  /** Keys of columns, in order; one the panel has no column for is left out. */
  readonly fields: readonly string[]
  /** What is read before anything is changed: stands above the fields, and opening the panel leaves the eye there. */
  readonly head?: (row: SourceRow, close: () => void) => ReactNode
}

export interface EmbeddedTab {
  readonly key: string
  readonly label: string
  /** The component draws a record of its own that belongs to this one (an address number, spec 1 §2.4); its edits are not the panel's. `close` closes the panel. */
  readonly content: (row: SourceRow, close: () => void) => ReactNode
}

/** The columns of a tab, in its order; none for an embedded component. */
export function columnsIn(tab: DetailTab, columns: readonly Column[]): readonly Column[] {
  if (!('fields' in tab)) return []
  return tab.fields.flatMap((key) => columns.find((column) => column.key === key) ?? [])
}

/** The tab that shows a field; undefined when none does. */
export function tabOf(key: string, tabs: readonly DetailTab[]): FieldsTab | undefined {
  return tabs.find((tab): tab is FieldsTab => 'fields' in tab && tab.fields.includes(key))
}

/** The label of a tab with how many of its fields wait for 저장. */
export function tabLabel(tab: DetailTab, pending: PendingRow): string {
  const waiting = 'fields' in tab ? tab.fields.filter((key) => isUnsaved(pending[key])).length : 0
  return waiting === 0 ? tab.label : `${tab.label} (${waiting})`
}
