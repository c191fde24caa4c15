import { ArrowDownNarrowWide, ArrowDownWideNarrow } from 'lucide-react'
import { memo } from 'react'
import type { Sort } from '#contract/records/query.ts'
import type { Column } from '../data-table-props.ts'
import { drawnCells } from '../rows/drawn-cells.tsx'
import type { Geometry } from '../layout/geometry.ts'
import { directionText } from '../commands/sort-by.ts'
import { HeaderCell } from './header-cell.tsx'
import { headerRow } from '../focus/cell-navigation.ts'
import { HeaderCheck } from '../selection/row-check.tsx'
import { readRowFocus, rowFocus } from '../table.ts'
import type { Table } from '../table.ts'
import { FoldAllButton } from '../unfolding/fold-button.tsx'
import { useSignal } from '../use-table.ts'

interface HeaderRowProps {
  table: Table
  columns: readonly Column[]
  geometry: Geometry
  sort: readonly Sort[]
  defaultSort: Sort | null
  isSortable: boolean
  isReader: boolean
}

/** Column names; a click sorts, as does Enter while the focus is in the header. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { table, columns, geometry, sort, defaultSort, isSortable, isReader } = props
  const isDefault = sort.length === 0
  const shown = isDefault && defaultSort ? [defaultSort] : sort
  const focus = readRowFocus(useSignal(table, `row:${headerRow}`, () => rowFocus(table, headerRow)))
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
      {drawnCells({ columns, geometry, window, focused: focus.column }, (column, at) => (
        <HeaderCell
          table={table}
          column={column}
          at={at}
          {...sortAt(shown, column)}
          isDefault={isDefault}
          canSort={isSortable && column.sortField !== null}
          isLastPinned={at === geometry.pinnedCount - 1}
          isActive={focus.column === at && focus.isFocused}
          tabIndex={isReader ? (focus.column === at ? 0 : -1) : undefined}
        />
      ))}
      {geometry.actionWidth > 0 ? (
        <div
          role="columnheader"
          id={`${table.gridId}-${headerRow}-${columns.length}`}
          aria-colindex={columns.length + 2}
          tabIndex={isReader ? (focus.column === columns.length ? 0 : -1) : undefined}
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
  const at = columns.findIndex(({ sortField }) => sortField === sort.field)
  const right = (geometry.lefts[at] ?? 0) + (geometry.widths[at] ?? 0) + geometry.actionWidth
  if (at >= 0 && right <= geometry.viewWidth) return null
  const column = columns[at] ?? hiddenColumns.find(({ sortField }) => sortField === sort.field)
  const sortText = `기본 순서: ${column?.label ?? '등록'} ${directionText(sort)}`
  const Order = sort.direction === 'asc' ? ArrowDownNarrowWide : ArrowDownWideNarrow
  return (
    <span role="img" aria-label={sortText} title={sortText} className="ml-1 shrink-0">
      <Order size={14} strokeWidth={1.5} aria-hidden />
    </span>
  )
}

/** The sort by this column, and its rank among several (0 when it is the only one). */
function sortAt(shown: readonly Sort[], { sortField }: Column): { sort: Sort | null; rank: number } {
  const at = shown.findIndex(({ field }) => field === sortField)
  return { sort: shown[at] ?? null, rank: at >= 0 && shown.length > 1 ? at + 1 : 0 }
}
