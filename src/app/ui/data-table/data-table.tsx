import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { placeFinder } from '#domain/found-places.ts'
import { ArrivedBar, ErrorBar, TableState } from './rows/table-state.tsx'
import { BodyRows } from './rows/body-rows.tsx'
import { goToEntry } from './entry-line/add-entry.ts'
import { CellNotice } from './cells/cell-notice.tsx'
import { CellMenu } from './clipboard/cell-menu.tsx'
import { WritePreview } from './clipboard/write-preview.tsx'
import { ColumnMenu } from './columns/column-menu.tsx'
import type { Column, DataTableProps } from './data-table-props.ts'
import { EntryRow } from './entry-line/entry-row.tsx'
import { sourceChanged, takeSource } from './focus/focus-actions.ts'
import { cssVariables, stickyTop } from './layout/geometry.ts'
import { keepInSight } from './focus/keep-in-sight.ts'
import { focusOnOpen } from './focus/focus-on-open.ts'
import { useRowPlace } from './focus/row-place.ts'
import { goToCell } from './focus/go-to-cell.ts'
import { HeaderRow } from './columns/column-header-row.tsx'
import { CellCalendar } from './editing/cell-calendar.tsx'
import { OptionListBox } from './editing/option-list.tsx'
import { PagingBar } from './paging/paging-bar.tsx'
import { useHeightGuard } from './layout/height-guard.ts'
import { KeyHelp } from './key-help/key-help.tsx'
import { listenToPointer } from './commands/pointer-events.ts'
import { listenOnScreen } from './commands/screen-keys.ts'
import { mountTable } from './mounted-tables.ts'
import { ReaderFocus } from './screen-reader/reader-focus.tsx'
import { useReaderMode } from './screen-reader/reader-mode.ts'
import { Said } from './screen-reader/said.tsx'
import { RangeHandles } from './selection/range-handles.tsx'
import { RowCheckBanner } from './selection/row-check-banner.tsx'
import { SelectionStatus } from './selection/selection-status.tsx'
import { CellInput } from './editing/cell-input.tsx'
import { createTable } from './table.ts'
import { useTableLayout } from './layout/use-table-layout.ts'
import { useSourceState } from './use-table.ts'
import { useUnkeptList } from './pending/unkept-list.ts'

/**
 * The staff table (design §6): one virtual list over a RowSource with a spreadsheet's keys, Hangul from the first key, and cells that show what waits, was
 * refused or is in conflict. Fills the height it is given.
 */
export function DataTable(given: DataTableProps) {
  const gridId = useId()
  const [table] = useState(() => createTable(gridId, given))
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const surface = useRef<HTMLDivElement>(null)
  const state = useSourceState(given.source)
  const isReader = useReaderMode()
  const grid = useRef<HTMLDivElement>(null)
  const { props, geometry, perLine } = useTableLayout(table, given, { scroller, isReader })

  useEffect(() => (surface.current ? listenToPointer(table, surface.current) : undefined), [table])
  useEffect(() => {
    takeSource(table)
    return props.source.subscribe(() => sourceChanged(table))
  }, [table, props.source])

  // Ticks are the screen's: rows hear of them here, and those that look the same do not draw again.
  useLayoutEffect(() => table.signals.emit('checks'))

  useUnkeptList(given.tableId, table.pending)

  useHeightGuard(table, geometry, { paging: props.paging, total: state.total })

  useEffect(() => mountTable(table), [table])
  useEffect(listenOnScreen, [])
  useEffect(() => focusOnOpen(table), [table])
  useEffect(() => (scroller ? keepInSight(table, scroller) : undefined), [table, scroller])

  useRowPlace(table, state, scroller)

  const { goTo, search = '' } = props
  const finder = useMemo(() => placeFinder(search), [search])
  useEffect(() => {
    return goTo ? goToCell(table, goTo) : undefined
  }, [table, goTo])

  // New rows wait behind the bar so that nothing moves under a reader's eyes; an empty list has no reader, and its "no data" would be untrue.
  const isEmptyBesideNews = state.status === 'ready' && state.total === 0 && state.arrived > 0
  useEffect(() => {
    if (isEmptyBesideNews) props.source.refresh()
  }, [isEmptyBesideNews, props.source])

  const { columns, source, entry } = props
  return (
    <div className="relative isolate flex h-full min-h-0 flex-1 flex-col cramped:min-h-80 typing:min-h-80 overflow-hidden border bg-paper-raised text-table text-ink">
      <ErrorBar state={state} onRetry={() => source.refresh()} />
      <ArrivedBar count={state.arrived} onRefresh={() => source.refresh()} />
      {props.rowSelection ? <RowCheckBanner table={table} /> : null}
      <div
        ref={setScroller}
        tabIndex={-1}
        data-table-scroller
        className="@container relative min-h-0 flex-1 touch-manipulation overflow-auto overscroll-contain outline-none"
      >
        <div ref={surface} className="relative min-h-full w-(--total) min-w-full" style={cssVariables(geometry)}>
          <div
            ref={grid}
            id={gridId}
            role="grid"
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
                usualSort={props.usualSort ?? null}
                isSortable={props.onSort !== undefined}
                isReader={isReader}
              />
              {entry ? <EntryRow table={table} columns={columns} geometry={geometry} isReader={isReader} /> : null}
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
              isReader={isReader}
              finder={finder}
            />
          </div>
          <CellInput table={table} geometry={geometry} scroller={scroller} isReader={isReader} />
          <RangeHandles table={table} geometry={geometry} scroller={scroller} />
          {isReader ? <ReaderFocus table={table} grid={grid} /> : null}
        </div>
      </div>
      <TableState
        state={state}
        top={stickyTop(geometry)}
        empty={props.empty}
        onRetry={() => source.refresh()}
        onEntry={entry && (() => goToEntry(table))}
      />
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
      <Said table={table} />
    </div>
  )
}

const noColumns: readonly Column[] = []
