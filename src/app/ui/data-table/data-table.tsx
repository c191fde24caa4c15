import {
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { RowSourceState } from '#contract/records/row-source.ts'
import { formatNumber } from '#contract/text/format-number.ts'
import { createMatchFinder } from '#domain/text/match-ranges.ts'
import { hasCoarsePointer } from '../browser/coarse-pointer.ts'
import { isDialogOpen } from '../overlays/is-dialog-open.ts'
import { placeToastsAfterLayout } from '../overlays/toast.tsx'
import { CellNotice } from './cells/cell-notice.tsx'
import { CellMenu } from './clipboard/cell-menu.tsx'
import { RangeCommands } from './clipboard/range-commands.tsx'
import { WritePreview } from './clipboard/write-preview.tsx'
import { HeaderRow } from './columns/column-header-row.tsx'
import { ColumnMenu } from './columns/column-menu.tsx'
import { isTouch, onPointerKindChange } from './commands/last-pointer.ts'
import { listenToPointer } from './commands/pointer-events.ts'
import { listenOnScreen } from './commands/screen-keys.ts'
import type { Column, DataTableProps } from './data-table-props.ts'
import { CellCalendar } from './editing/cell-calendar.tsx'
import { CellInput } from './editing/cell-input.tsx'
import { OptionListBox } from './editing/option-list.tsx'
import { focusCellInput } from './editing/prepare-cell-input.ts'
import { goToEntry } from './entry-line/entry-line-actions.ts'
import { EntryRow } from './entry-line/entry-row.tsx'
import { adoptSource, handleSourceChange, keepInSight, moveTo } from './focus/focus-actions.ts'
import { goToCell } from './focus/go-to-cell.ts'
import { KeyHelp } from './key-help.tsx'
import { buildCssVariables, computeStickyTop, computeTopOfRow } from './layout/geometry.ts'
import { usePagesWhenTooTall } from './layout/use-pages-when-too-tall.ts'
import { useTableLayout } from './layout/use-table-layout.ts'
import { mountTable } from './mounted-tables.ts'
import { PagingBar } from './paging/paging-bar.tsx'
import { useRegisterUnstored } from './pending/unstored-registry.ts'
import { BodyRows } from './rows/body-rows.tsx'
import { ErrorBar, NewRowsBar, TableState } from './rows/table-state.tsx'
import { announceOutcomes, announceToScreenReader } from './screen-reader/announce-actions.ts'
import { listenToCells } from './screen-reader/cell-events.ts'
import { useScreenReaderMode } from './screen-reader/screen-reader-mode.tsx'
import { computePageOfRow, computeRowsOfPage } from './screen-reader/screen-reader-rows.tsx'
import { type CellSelection, countCells } from './selection/cell-range.ts'
import { hasSelection, listSelectedRanges } from './selection/cell-selection.ts'
import { RangeHandles } from './selection/range-handles.tsx'
import { RowCheckBanner } from './selection/row-check.tsx'
import { watchFigures } from './selection/watch-figures.ts'
import { createTable, type Table } from './table.ts'
import { useSignal, useSourceState } from './use-table.ts'

/**
 * The table of the back office: a virtualized grid over a RowSource with spreadsheet keys, IME-safe
 * Hangul input, and marks for pending, refused and conflicting cells. Fills its container's height.
 * State lives in `createTable` (table.ts), outside React.
 */
export function DataTable(tableProps: DataTableProps) {
  const gridId = useId()
  const [table] = useState(() => createTable(gridId, tableProps))
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const surface = useRef<HTMLDivElement>(null)
  const state = useSourceState(tableProps.source)
  const isScreenReaderMode = useScreenReaderMode()
  const grid = useRef<HTMLDivElement>(null)
  const { props, geometry, perLine } = useTableLayout(table, tableProps, { scroller, isScreenReaderMode })

  useEffect(() => (surface.current ? listenToPointer(table, surface.current) : undefined), [table])
  useEffect(() => {
    adoptSource(table)
    return props.source.subscribe(() => handleSourceChange(table))
  }, [table, props.source])

  // The screen owns the checked rows and the open record. This notifies all rows; unchanged ones
  // don't rerender.
  useLayoutEffect(() => table.signals.emit('checks'))

  useRegisterUnstored(tableProps.tableId, table.pending)

  usePagesWhenTooTall(table, geometry, { paging: props.paging, total: state.total })

  useEffect(() => mountTable(table), [table])
  useEffect(listenOnScreen, [])
  useEffect(() => focusOnOpen(table), [table])
  useEffect(() => (scroller ? keepInSight(table, scroller) : undefined), [table, scroller])

  useRestoredScroll(table, state, scroller)

  const { focusTarget, search = '' } = props
  const finder = useMemo(() => createMatchFinder(search), [search])
  useEffect(() => {
    return focusTarget ? goToCell(table, focusTarget) : undefined
  }, [table, focusTarget])

  // New rows normally wait behind a bar so that nothing moves under the reader. An empty list shows
  // them at once, because its "no data" would be wrong.
  const hasOnlyNewRows = state.status === 'ready' && state.total === 0 && state.arrived > 0
  useEffect(() => {
    if (hasOnlyNewRows) props.source.refresh()
  }, [hasOnlyNewRows, props.source])

  const { columns, source, entry } = props
  return (
    <div className="relative isolate flex h-full min-h-0 flex-1 flex-col cramped:min-h-80 typing:min-h-80 overflow-hidden border bg-paper-raised text-table text-ink">
      <ErrorBar state={state} onRetry={() => source.refresh()} />
      <NewRowsBar count={state.arrived} onRefresh={() => source.refresh()} />
      <div
        ref={setScroller}
        tabIndex={-1}
        data-table-scroller
        className="@container relative min-h-0 flex-1 touch-manipulation overflow-auto overscroll-contain outline-none"
      >
        <div ref={surface} className="relative min-h-full w-(--total) min-w-full" style={buildCssVariables(geometry)}>
          <div
            ref={grid}
            id={gridId}
            role={props.tree ? 'treegrid' : 'grid'}
            aria-label={props.label}
            aria-rowcount={state.total + (entry ? 2 : 1)}
            aria-colcount={geometry.widths.length + 1}
            aria-multiselectable
            aria-busy={state.status === 'loading'}
            className="select-none [-webkit-touch-callout:none]"
          >
            <div role="rowgroup" className="sticky top-0 z-10">
              <HeaderRow
                table={table}
                columns={columns}
                geometry={geometry}
                sort={props.sort}
                defaultSort={props.defaultSort ?? null}
                isSortable={props.onSort !== undefined}
                isScreenReaderMode={isScreenReaderMode}
              />
              {entry ? (
                <EntryRow table={table} columns={columns} geometry={geometry} isScreenReaderMode={isScreenReaderMode} />
              ) : null}
            </div>
            <BodyRows
              table={table}
              source={source}
              columns={columns}
              hiddenColumns={props.hiddenColumns ?? noColumns}
              perLine={perLine}
              geometry={geometry}
              scroller={scroller}
              total={state.total}
              isScreenReaderMode={isScreenReaderMode}
              finder={finder}
            />
          </div>
          <CellInput table={table} geometry={geometry} scroller={scroller} isScreenReaderMode={isScreenReaderMode} />
          <RangeHandles table={table} geometry={geometry} scroller={scroller} />
          {isScreenReaderMode ? <ScreenReaderFocus table={table} grid={grid} /> : null}
        </div>
      </div>
      <TableState
        state={state}
        top={computeStickyTop(geometry)}
        empty={props.empty}
        onRetry={() => source.refresh()}
        onEntry={entry && (() => goToEntry(table))}
      />
      {props.rowSelection ? <RowCheckBanner table={table} /> : null}
      <SelectionStatus table={table} />
      {props.paging ? (
        <div className="shrink-0 typing:not-focus-within:hidden">
          <PagingBar table={table} paging={props.paging} total={state.total} />
        </div>
      ) : null}
      <CellNotice table={table} source={source} />
      <OptionListBox table={table} />
      <CellCalendar table={table} />
      <ColumnMenu table={table} columns={columns} />
      <CellMenu table={table} />
      <WritePreview table={table} />
      <KeyHelp table={table} />
      <LiveRegion table={table} />
    </div>
  )
}

const noColumns: readonly Column[] = []

/**
 * Focuses the table when a list opens, so arrow keys work immediately. A field, tab or dialog that
 * has the focus keeps it. Touch devices get no focus, because it would open the keyboard.
 */
function focusOnOpen(table: Table): void {
  if (!hasCoarsePointer() && !isDialogOpen() && isFocusFree(document.activeElement)) focusCellInput(table)
}

/**
 * True if nothing is focused, or only the link or button (outside `main`) that opened the screen.
 */
function isFocusFree(focused: Element | null): boolean {
  if (focused === null || focused === document.body) return true
  return focused.closest('main, input, textarea, [role="dialog"], [role="alertdialog"]') === null
}

/**
 * Restores the scroll position that the screen remembers once enough rows are loaded, then reports
 * further scrolling to the screen.
 */
function useRestoredScroll(table: Table, state: RowSourceState, scroller: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (scroller) scrollToSavedRow(table, state, scroller)
  }, [table, state, scroller])
  useEffect(
    () =>
      table.signals.on('scroll', () => {
        if (table.restoreRow === 0) table.props.savedRow?.settle(table.topRow)
      }),
    [table],
  )
  // A user who scrolls or taps before that cancels the restore.
  useEffect(() => {
    if (!scroller) return undefined
    const controller = new AbortController()
    const cancelRestore = () => void (table.restoreRow = 0)
    for (const name of ['wheel', 'touchmove', 'pointerdown'])
      scroller.addEventListener(name, cancelRestore, { signal: controller.signal, passive: true })
    return () => controller.abort()
  }, [table, scroller])
}

function scrollToSavedRow(table: Table, { status, total, isComplete }: RowSourceState, scroller: HTMLElement): void {
  const { restoreRow } = table
  const isFullyLoaded = status === 'ready' && isComplete
  if (restoreRow === 0 || total === 0 || (total <= restoreRow && !isFullyLoaded)) return
  table.restoreRow = 0
  const row = Math.min(restoreRow, total - 1)
  scroller.scrollTop = computeTopOfRow(table.geometry, row)
  // Arrow keys continue from here, unless another row is active already.
  if (table.position.row <= 0 && table.session.mode === 'ready') moveTo(table, { row, column: table.position.column })
}

/**
 * Keeps the browser focus on the active cell or in the open editor. Only for screen-reader mode;
 * must render after the rows.
 */
function ScreenReaderFocus({ table, grid }: { table: Table; grid: RefObject<HTMLElement | null> }) {
  const view = useSignal(table, 'focus', () => table.focusView)
  useLayoutEffect(() => {
    if (view.isFocused) focusCellInput(table)
  }, [table, view])

  useEffect(() => (grid.current ? listenToCells(table, grid.current) : undefined), [table, grid])

  useAnnouncePage(table, view.row)
  return null
}

/** Announces when the active row enters another hundred rows; not for the first. */
function useAnnouncePage(table: Table, row: number): void {
  const lastPage = useRef<number | null>(null)
  useEffect(() => {
    if (row < 0) return
    const page = computePageOfRow(row)
    const isNewPage = lastPage.current !== null && lastPage.current !== page
    lastPage.current = page
    if (!isNewPage) return
    const { first, last } = computeRowsOfPage(page, table.props.source.getState().total)
    announceToScreenReader(table, `${formatNumber(first + 1)}행부터 ${formatNumber(last + 1)}행까지`)
  }, [table, row])
}

/**
 * The table's polite live region. Every other text ends with a no-break space, because screen
 * readers don't announce an unchanged text again.
 */
function LiveRegion({ table }: { table: Table }) {
  useEffect(() => announceOutcomes(table), [table])
  const { text, number } = useSignal(table, 'announcement', () => table.announcement)
  return (
    <p role="status" data-announcement className="sr-only">
      {number % 2 === 0 ? text : `${text}\u00A0`}
    </p>
  )
}

/**
 * Bar below the table while several cells are selected: count, sum and average (개수, 합계, 평균) in a
 * polite live region, and on touch devices the actions on them.
 */
function SelectionStatus({ table }: { table: Table }) {
  const selection = useSignal(table, 'selection', () => table.selection)
  const hasSeveralCells = hasSelection(table) && countCells(listSelectedRanges(table)) > 1
  const [figures, setFigures] = useState<{ forSelection: CellSelection; text: string } | null>(null)

  const isTouchUser = useSyncExternalStore(onPointerKindChange, isTouch)
  const isDrawing = useSignal(table, 'selection', () => table.isDrawingRange)

  useEffect(() => {
    if (!hasSeveralCells) return undefined
    return watchFigures(table, (text) => setFigures({ forSelection: selection, text }))
  }, [table, selection, hasSeveralCells])

  useLayoutEffect(placeToastsAfterLayout, [hasSeveralCells])

  return (
    <div
      data-below-toasts={hasSeveralCells || undefined}
      className={
        hasSeveralCells
          ? 'tabular relative z-1 flex min-h-7 shrink-0 flex-wrap items-center justify-end border-t bg-paper-raised px-3 text-label text-ink-2'
          : 'sr-only'
      }
    >
      {hasSeveralCells && isTouchUser && !isDrawing ? <RangeCommands table={table} /> : null}
      <p role="status">{hasSeveralCells && figures?.forSelection === selection ? figures.text : ''}</p>
    </div>
  )
}
