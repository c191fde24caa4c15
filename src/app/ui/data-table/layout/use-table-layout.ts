import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useDeviceSetting } from '../../browser/device-setting.ts'
import { useMediaQuery } from '../../browser/use-media-query.ts'
import { followColumns } from '../columns/column-commands.ts'
import { computeColumnWindow, everyColumn } from '../columns/column-window.ts'
import type { DataTableProps } from '../data-table-props.ts'
import { prepareCellInput } from '../editing/prepare-cell-input.ts'
import type { Table } from '../table.ts'
import { buildRowLines, holdTopRow, measureUnfolded, restoreTopRow } from '../unfolding/unfold-rows.ts'
import { useSignal, useSourceState } from '../use-table.ts'
import { density } from './density-choice.ts'
import { computeGeometry, computeLeadWidth, fitPinned, type Geometry, growWidths, widenAddresses } from './geometry.ts'

interface TableLayout {
  /** The given props, with pinned columns that don't fit rendered as scrolling ones. */
  readonly props: DataTableProps
  readonly geometry: Geometry
  /** Hidden columns side by side in an unfolded line. */
  readonly perLine: number
}

/**
 * The table's layout: widths, pinned columns that fit, unfolded rows and the column window. Keeps
 * the table object in sync.
 */
export function useTableLayout(
  table: Table,
  tableProps: DataTableProps,
  { scroller, isScreenReaderMode }: { scroller: HTMLElement | null; isScreenReaderMode: boolean },
): TableLayout {
  const isCoarse = useMediaQuery('(pointer: coarse)')
  const isDense = useDeviceSetting(density)[0] === 'dense'
  const isNarrow = useMediaQuery('(max-width: 639.9px)')
  const viewWidth = useViewWidth(scroller)
  const hasFolds = tableProps.tree !== undefined || (tableProps.hiddenColumns?.length ?? 0) > 0
  const leadInput = { hasChecks: tableProps.rowSelection !== undefined, hasFolds, hidesNumbers: isNarrow, isCoarse }
  const leadWidth = computeLeadWidth(leadInput)
  const { actionWidth, collapsesActions } = computeActionWidth(tableProps, { isCoarse, isNarrow })
  const isTablet = isCoarse && !isNarrow
  const ownColumns = useMemo(
    () => (isTablet ? widenAddresses(tableProps.columns) : tableProps.columns),
    [tableProps.columns, isTablet],
  )
  const { widths, setWidths } = useWidths({ ...tableProps, columns: ownColumns }, viewWidth - leadWidth - actionWidth)
  const pinRoom = isNarrow ? viewWidth : viewWidth - actionWidth
  const columns = useMemo(
    () => fitPinned(ownColumns, widths, { viewWidth: pinRoom, leadWidth }),
    [ownColumns, widths, pinRoom, leadWidth],
  )
  const props = { ...tableProps, columns }
  const { lines, perLine } = useRowLines(table, tableProps, viewWidth)
  const { hasChecks } = leadInput
  const hasEntry = tableProps.entry !== undefined
  const layout = useMemo(
    () =>
      computeGeometry({
        columns,
        widths,
        actionWidth,
        collapsesActions,
        hasEntry,
        isCoarse,
        isDense,
        hasChecks,
        hasFolds,
        hidesNumbers: isNarrow,
        lines,
      }),
    [columns, widths, actionWidth, collapsesActions, hasEntry, isCoarse, isDense, hasChecks, hasFolds, isNarrow, lines],
  )
  const geometry = useMemo(() => ({ ...layout, viewWidth }), [layout, viewWidth])

  useLayoutEffect(() => {
    const refocusColumn = followColumns(table, columns)
    table.props = props
    table.isScreenReaderMode = isScreenReaderMode
    if (scroller && table.geometry.rowHeight !== geometry.rowHeight) holdTopRow(table)
    table.geometry = geometry
    table.scroller = scroller
    table.setWidths = setWidths
    table.pinnedKeys = new Set(tableProps.columns.filter((column) => column.isPinned).map((column) => column.key))
    restoreTopRow(table)
    refocusColumn()
    prepareCellInput(table)
  })
  useColumnWindow(table, scroller, { geometry, viewWidth, isScreenReaderMode })
  return { props, geometry, perLine }
}

/**
 * The screen's widths if it stores them, else the table's own. Before the user has set one, columns
 * grow to fit `room`.
 */
function useWidths({ columns, widths: savedWidths, onWidthsChange }: DataTableProps, room: number) {
  const [localWidths, setLocalWidths] = useState<Readonly<Record<string, number>>>(savedWidths ?? noWidths)
  const chosenWidths = onWidthsChange ? (savedWidths ?? noWidths) : localWidths
  const widths = useMemo(() => growWidths(columns, chosenWidths, room), [columns, chosenWidths, room])
  function setWidths(changed: Readonly<Record<string, number>>) {
    const next = { ...widths, ...changed }
    if (onWidthsChange) onWidthsChange(next)
    else setLocalWidths(next)
  }
  return { widths, setWidths }
}

const noWidths: Readonly<Record<string, number>> = {}

function useRowLines(table: Table, { source, hiddenColumns }: DataTableProps, viewWidth: number) {
  const unfolding = useSignal(table, 'unfolding', () => table.unfolding)
  const { generation } = useSourceState(source)
  const { perLine, extra } = measureUnfolded(hiddenColumns?.length ?? 0, viewWidth)
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new generation moves records within the same source
  const lines = useMemo(() => buildRowLines(unfolding, source, extra), [unfolding, source, extra, generation])
  return { lines, perLine }
}

/** Width of the column with a row's buttons, and with 추가 and 비우기 of the entry line. */
function computeActionWidth(props: DataTableProps, { isCoarse, isNarrow }: { isCoarse: boolean; isNarrow: boolean }) {
  const { entry, onOpenRow, onPopOutRow, onDeleteRow, rowActions } = props
  const popOut = onPopOutRow && !isCoarse ? 1 : 0
  const buttonCount = (onOpenRow ? 1 : 0) + popOut + (onDeleteRow ? 1 : 0) + (rowActions?.length ?? 0)
  if (buttonCount === 0 && !entry) return { actionWidth: 0, collapsesActions: false }
  const collapsesActions = isCoarse && buttonCount > 1
  // On a tablet 비우기 is in the row header.
  const entryWidth = entry ? (isCoarse ? (isNarrow ? 104 : 52) : 92) : 0
  const buttonWidth = isCoarse ? 44 : 28
  // The column's title needs less than a button with two words.
  const titleWidth = isCoarse || isNarrow ? 48 : 72
  const width = (collapsesActions ? 1 : buttonCount) * buttonWidth + 8
  return { actionWidth: Math.max(titleWidth, entryWidth, width), collapsesActions }
}

function useViewWidth(scroller: HTMLElement | null): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      const observer = new ResizeObserver(listener)
      if (scroller) observer.observe(scroller)
      return () => observer.disconnect()
    },
    [scroller],
  )
  return useSyncExternalStore(subscribe, () => scroller?.clientWidth ?? window.innerWidth)
}

function useColumnWindow(
  table: Table,
  scroller: HTMLElement | null,
  { geometry, viewWidth, isScreenReaderMode }: { geometry: Geometry; viewWidth: number; isScreenReaderMode: boolean },
) {
  useLayoutEffect(() => {
    updateColumnWindow(table, { geometry, viewWidth, isScreenReaderMode })
  }, [table, geometry, viewWidth, isScreenReaderMode])
  useEffect(() => {
    if (!scroller) return undefined
    function follow() {
      updateColumnWindow(table, { geometry, viewWidth, isScreenReaderMode })
    }
    scroller.addEventListener('scroll', follow, { passive: true, capture: true })
    return () => scroller.removeEventListener('scroll', follow, { capture: true })
  }, [table, scroller, geometry, viewWidth, isScreenReaderMode])
}

function updateColumnWindow(
  table: Table,
  { geometry, viewWidth, isScreenReaderMode }: { geometry: Geometry; viewWidth: number; isScreenReaderMode: boolean },
): void {
  const view = { left: table.scroller?.scrollLeft ?? 0, width: viewWidth }
  table.horizontalView = view
  // A screen reader walks through every column of a row, visible or not.
  const next = isScreenReaderMode ? everyColumn : computeColumnWindow(geometry, view, table.columnWindow)
  if (next === table.columnWindow) return
  table.columnWindow = next
  table.signals.emit('columns')
}
