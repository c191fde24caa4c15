import { ArrowDown, ArrowDownNarrowWide, ArrowDownWideNarrow, ArrowUp, ChevronDown } from 'lucide-react'
import { memo, type PointerEvent, useRef } from 'react'
import type { Sort } from '#contract/records/query.ts'
import { formatDirection } from '../commands/sort-by.ts'
import type { Column } from '../data-table-props.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { type Geometry, resolveColumnWidth } from '../layout/geometry.ts'
import { renderVisibleCells } from '../rows/visible-cells.tsx'
import { HeaderCheck } from '../selection/row-check.tsx'
import { parseRowFocus, serializeRowFocus, type Table } from '../table.ts'
import { FoldAllButton } from '../unfolding/fold-button.tsx'
import { useSignal } from '../use-table.ts'
import { fitColumnWidths, openColumnMenu } from './column-commands.ts'

interface HeaderRowProps {
  table: Table
  columns: readonly Column[]
  geometry: Geometry
  sort: readonly Sort[]
  defaultSort: Sort | null
  isSortable: boolean
  isScreenReaderMode: boolean
}

/** A column header: a click sorts, its border resizes, its button opens the menu. */
const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { table, column, columnIndex, sort, rank, canSort } = props
  const direction = sort?.direction ?? null
  return (
    <div
      role="columnheader"
      id={`${table.gridId}-${headerRow}-${columnIndex}`}
      data-row={headerRow}
      data-col={columnIndex}
      tabIndex={props.tabIndex}
      aria-colindex={columnIndex + 2}
      // ARIA allows one sorted column, so only the first has aria-sort; the others are described in
      // text.
      aria-sort={canSort ? ariaSort(rank > 1 ? null : direction) : undefined}
      aria-label={column.label}
      aria-description={sort && rank > 0 ? `정렬 ${rank}순위, ${formatDirection(sort)}` : undefined}
      aria-haspopup="menu"
      title={canSort ? headerTitle(props) : undefined}
      className={headerClass(props)}
      style={{ width: `var(--w${columnIndex})`, ...(column.isPinned ? { left: `var(--l${columnIndex})` } : {}) }}
    >
      <span className="truncate">{column.label}</span>
      {direction === 'asc' ? <ArrowUp size={14} strokeWidth={1.5} aria-hidden className="shrink-0" /> : null}
      {direction === 'desc' ? <ArrowDown size={14} strokeWidth={1.5} aria-hidden className="shrink-0" /> : null}
      {rank > 0 ? (
        <span aria-hidden className="tabular -ml-0.5 shrink-0">
          {rank}
        </span>
      ) : null}
      <button
        type="button"
        tabIndex={-1}
        data-handle
        aria-label={`${column.label} 컬럼 메뉴`}
        title="컬럼 메뉴 (Alt+↓)"
        onClick={() => openColumnMenu(table, column.key)}
        className={`absolute inset-y-1 right-1.5 flex w-5 items-center justify-center rounded-control bg-paper-sunk text-ink-3 hover:text-ink coarse:hidden ${props.isActive ? '' : 'opacity-0 group-hover:opacity-100'}`}
      >
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden />
      </button>
      <ResizeHandle table={table} column={column} columnIndex={columnIndex} />
    </div>
  )
})

const aligns = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }

/** Column names; a click sorts, as does Enter while the focus is in the header. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { table, columns, geometry, sort, defaultSort, isSortable, isScreenReaderMode } = props
  const isDefault = sort.length === 0
  const shownSort = isDefault && defaultSort ? [defaultSort] : sort
  const focus = parseRowFocus(useSignal(table, `row:${headerRow}`, () => serializeRowFocus(table, headerRow)))
  const window = useSignal(table, 'columns', () => table.columnWindow)
  const isAllUnfolded = useSignal(table, 'unfolding', () => table.unfolding.isAll)
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="flex h-(--head) w-(--total) min-w-full border-b border-rule-strong bg-paper-sunk text-label font-semibold text-ink-2"
    >
      <div
        role="columnheader"
        aria-colindex={1}
        data-row={headerRow}
        data-rowhead
        className="sticky left-0 z-2 flex w-(--lead) shrink-0 items-center justify-end border-r bg-inherit pr-2.5"
      >
        {geometry.lines.extra > 0 ? <FoldAllButton table={table} isAll={isAllUnfolded} /> : null}
        {table.props.rowSelection ? <HeaderCheck table={table} /> : null}
        <span className={geometry.hidesNumbers ? 'sr-only' : ''}>순번</span>
        {isDefault && defaultSort ? <HiddenSortNote table={table} geometry={geometry} sort={defaultSort} /> : null}
      </div>
      {renderVisibleCells({ columns, geometry, window, focused: focus.column }, (column, columnIndex) => (
        <HeaderCell
          table={table}
          column={column}
          columnIndex={columnIndex}
          {...findColumnSort(shownSort, column)}
          isDefault={isDefault}
          canSort={isSortable && column.sortField !== null}
          isLastPinned={columnIndex === geometry.pinnedCount - 1}
          isActive={focus.column === columnIndex && focus.isFocused}
          tabIndex={isScreenReaderMode ? (focus.column === columnIndex ? 0 : -1) : undefined}
        />
      ))}
      {geometry.actionWidth > 0 ? (
        <div
          role="columnheader"
          id={`${table.gridId}-${headerRow}-${columns.length}`}
          aria-colindex={columns.length + 2}
          tabIndex={isScreenReaderMode ? (focus.column === columns.length ? 0 : -1) : undefined}
          className="sticky right-0 z-2 ml-auto flex shrink-0 items-center justify-center border-l bg-inherit max-sm:static"
          style={{ width: `var(--w${columns.length})` }}
        >
          액션
        </div>
      ) : null}
    </div>
  )
})

/**
 * Shows the default order when its column isn't visible: hidden, scrolled out, or the creation
 * time.
 */
function HiddenSortNote({ table, geometry, sort }: { table: Table; geometry: Geometry; sort: Sort }) {
  const { columns, hiddenColumns = [] } = table.props
  const columnIndex = columns.findIndex(({ sortField }) => sortField === sort.field)
  const right = (geometry.lefts[columnIndex] ?? 0) + (geometry.widths[columnIndex] ?? 0) + geometry.actionWidth
  if (columnIndex >= 0 && right <= geometry.viewWidth) return null
  const column = columns[columnIndex] ?? hiddenColumns.find(({ sortField }) => sortField === sort.field)
  const sortText = `기본 순서: ${column?.label ?? '등록'} ${formatDirection(sort)}`
  const Order = sort.direction === 'asc' ? ArrowDownNarrowWide : ArrowDownWideNarrow
  return (
    <span role="img" aria-label={sortText} title={sortText} className="ml-1 shrink-0">
      <Order size={14} strokeWidth={1.5} aria-hidden />
    </span>
  )
}

/** The sort by this column, and its rank among several (0 when it is the only one). */
function findColumnSort(shownSort: readonly Sort[], { sortField }: Column): { sort: Sort | null; rank: number } {
  const columnIndex = shownSort.findIndex(({ field }) => field === sortField)
  return { sort: shownSort[columnIndex] ?? null, rank: columnIndex >= 0 && shownSort.length > 1 ? columnIndex + 1 : 0 }
}

interface HeaderCellProps {
  table: Table
  column: Column
  columnIndex: number
  /** Set when the rows are sorted by this column. */
  sort: Sort | null
  /** From 1 when sorted by several columns, else 0. */
  rank: number
  /** The sort is the default order, not chosen by the user. */
  isDefault: boolean
  canSort: boolean
  isLastPinned: boolean
  isActive: boolean
  /** Set in screen-reader mode, where the header itself takes the focus. */
  tabIndex: number | undefined
}

function ariaSort(direction: Sort['direction'] | null): 'ascending' | 'descending' | 'none' {
  if (direction === null) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}

function headerTitle({ column, sort, isDefault }: HeaderCellProps): string {
  if (!sort || !isDefault) return `${column.label} 정렬 (Shift+클릭: 정렬에 추가)`
  return `기본 순서: ${column.label} ${formatDirection(sort)}${sort.empty === 'first' ? ', 빈 값이 먼저' : ''}`
}

function headerClass({ column, canSort, sort, isDefault, isLastPinned, isActive }: HeaderCellProps): string {
  return [
    'group flex shrink-0 items-center gap-1 px-2.5 whitespace-nowrap outline-none',
    aligns[column.align],
    column.isPinned ? 'sticky z-1 bg-inherit' : 'relative',
    isLastPinned ? 'border-r' : '',
    canSort ? 'cursor-pointer hover:text-ink' : '',
    sort !== null && !isDefault ? 'text-primary' : '',
    isActive ? 'forced-ring shadow-[inset_0_0_0_2px_var(--primary)]' : '',
  ].join(' ')
}

interface ResizeHandleProps {
  table: Table
  column: Column
  columnIndex: number
}

/**
 * The right border of a header: dragging resizes, a double click fits the column to its content.
 */
function ResizeHandle({ table, column, columnIndex }: ResizeHandleProps) {
  const drag = useRef<{ startX: number; startWidth: number; width: number } | null>(null)

  function startResize(event: PointerEvent<HTMLSpanElement>) {
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const startWidth = table.geometry.widths[columnIndex] ?? column.width
    drag.current = { startX: event.clientX, startWidth, width: startWidth }
  }

  /**
   * While dragging only CSS variables on the grid root change; the widths are stored when the drag
   * ends.
   */
  function previewResize(event: PointerEvent<HTMLSpanElement>) {
    if (!drag.current) return
    const width = drag.current.startWidth + event.clientX - drag.current.startX
    drag.current.width = resolveColumnWidth(column, { [column.key]: width })
    findGridRoot(event.currentTarget)?.style.setProperty(`--w${columnIndex}`, `${drag.current.width}px`)
  }

  function endResize() {
    if (drag.current && drag.current.width !== drag.current.startWidth)
      table.setWidths({ [column.key]: drag.current.width })
    drag.current = null
  }

  return (
    <span
      data-handle
      aria-hidden
      onPointerDown={startResize}
      onPointerMove={previewResize}
      onPointerUp={endResize}
      onPointerCancel={endResize}
      onDoubleClick={() => fitColumnWidths(table, [column])}
      className="absolute inset-y-0 right-0 w-2 cursor-col-resize touch-none border-r border-transparent hover:border-primary"
    />
  )
}

function findGridRoot(element: HTMLElement): HTMLElement | null {
  return element.closest<HTMLElement>('[role=grid], [role=treegrid]')?.parentElement ?? null
}
