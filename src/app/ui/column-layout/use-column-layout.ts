import { useMemo, useState } from 'react'
import { createDeviceSetting, type DeviceSetting, useDeviceSetting } from '../browser/device-setting.ts'
import { parseStoredJson } from '../browser/device-storage.ts'
import type { Column, ColumnActions } from '../data-table/data-table-props.ts'
import { useLatest } from '../hooks/use-latest.ts'
import {
  changeLayout,
  type ColumnLayout,
  createDefaultLayout,
  isSameLayout,
  type LayoutChange,
  layoutColumns,
  listShownUpTo,
  readLayout,
} from './column-layout.ts'

/**
 * The layout of one table on this device, with the props of its DataTable (`table`) and its column
 * manager (`manager`).
 */
export interface ColumnLayoutState {
  readonly layout: ColumnLayout
  /**
   * Sets a layout without calling `onChange`, for undo and redo. Accepts any stored value; an
   * unreadable one becomes the default.
   */
  readonly setLayout: (layout: unknown) => void
  /** Applies a layout stored elsewhere, as a change made by the user. */
  readonly applyStoredLayout: (stored: unknown) => void
  /** Spread over `<DataTable>`. */
  readonly table: {
    readonly columns: readonly Column[]
    readonly hiddenColumns: readonly Column[]
    readonly widths: Readonly<Record<string, number>>
    readonly onWidthsChange: (widths: Readonly<Record<string, number>>) => void
    readonly columnActions: ColumnActions
  }
  /** Spread over `<ColumnManager>`. */
  readonly manager: {
    readonly isOpen: boolean
    readonly onClose: () => void
    readonly layout: ColumnLayout
    readonly onSave: (layout: ColumnLayout) => void
    readonly columns: readonly Column[]
  }
  readonly openManager: () => void
}

export interface LayoutEdit {
  readonly before: ColumnLayout
  readonly after: ColumnLayout
}

/**
 * The stored layout of a table. `allColumns` comes from `buildAllColumns(description, overrides)`;
 * keep the array stable between renders. `onChange` receives the layout before and after each
 * change by the user, so a history can undo it with `setLayout`.
 */
export function useColumnLayout(
  tableId: string,
  allColumns: readonly Column[],
  onChange?: (step: LayoutEdit) => void,
): ColumnLayoutState {
  const [storedLayout, saveLayout] = useDeviceSetting(useMemo(() => openStoredLayout(tableId), [tableId]))
  const layout = useMemo(() => readLayout(storedLayout, allColumns), [storedLayout, allColumns])
  const [isOpen, setIsOpen] = useState(false)
  const latest = useLatest({ onChange })
  return useMemo(() => {
    function setLayout(stored: unknown) {
      const next = readLayout(stored, allColumns)
      const isDefault = isSameLayout(next, createDefaultLayout(allColumns))
      saveLayout(isDefault ? null : next)
    }
    function applyLayout(after: ColumnLayout) {
      if (isSameLayout(layout, after)) return
      setLayout(after)
      latest().onChange?.({ before: layout, after })
    }
    function change(layoutChange: LayoutChange) {
      applyLayout(changeLayout(layout, layoutChange))
    }
    const { shown, hidden } = layoutColumns(layout, allColumns)
    return {
      layout,
      setLayout,
      applyStoredLayout: (stored) => applyLayout(readLayout(stored, allColumns)),
      table: {
        columns: shown,
        hiddenColumns: hidden,
        widths: layout.widths,
        onWidthsChange: (widths) => change({ kind: 'widths', widths }),
        columnActions: {
          move: (key, by) => change({ kind: 'move', key, by }),
          pin: (key) => change({ kind: 'pin', keys: [key] }),
          pinUpTo: (key) => change({ kind: 'pin', keys: listShownUpTo(layout, key) }),
          unpin: (key) => change({ kind: 'unpin', keys: [key] }),
          unpinAll: () => change({ kind: 'unpin', keys: layout.pinned }),
          hide: (key) => change({ kind: 'hide', keys: [key] }),
          show: (keys) => change({ kind: 'show', keys }),
          openManager: () => setIsOpen(true),
        },
      },
      manager: { isOpen, onClose: () => setIsOpen(false), layout, onSave: applyLayout, columns: allColumns },
      openManager: () => setIsOpen(true),
    }
  }, [layout, allColumns, saveLayout, isOpen, latest])
}

function openStoredLayout(tableId: string): DeviceSetting<unknown> {
  return createDeviceSetting({
    key: `column-layout:${tableId}`,
    parse: parseStoredJson,
    format: (layout) => (layout === null ? null : JSON.stringify(layout)),
  })
}
