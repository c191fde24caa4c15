import { ArrowDown, ArrowUp, ChevronDown } from 'lucide-react'
import { memo } from 'react'
import type { Sort } from '#contract/records/query.ts'
import { directionText } from '../commands/sort-by.ts'
import { openColumnMenu } from './column-commands.ts'
import type { Column } from '../data-table-props.ts'
import { headerRow } from '../focus/cell-navigation.ts'
import { ResizeHandle } from './resize-handle.tsx'
import type { Table } from '../table.ts'

interface HeaderCellProps {
  table: Table
  column: Column
  at: number
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

/** A column header: a click sorts, its border resizes, its button opens the menu. */
export const HeaderCell = memo(function HeaderCell(props: HeaderCellProps) {
  const { table, column, at, sort, rank, canSort } = props
  const direction = sort?.direction ?? null
  return (
    <div
      role="columnheader"
      id={`${table.gridId}-${headerRow}-${at}`}
      data-row={headerRow}
      data-col={at}
      tabIndex={props.tabIndex}
      aria-colindex={at + 2}
      // ARIA allows one sorted column, so only the first has aria-sort; the others are described in
      // text.
      aria-sort={canSort ? ariaSort(rank > 1 ? null : direction) : undefined}
      aria-label={column.label}
      aria-description={sort && rank > 0 ? `정렬 ${rank}순위, ${directionText(sort)}` : undefined}
      aria-haspopup="menu"
      title={canSort ? headerTitle(props) : undefined}
      className={headerClass(props)}
      style={{ width: `var(--w${at})`, ...(column.isPinned ? { left: `var(--l${at})` } : {}) }}
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
      <ResizeHandle table={table} column={column} at={at} />
    </div>
  )
})

function ariaSort(direction: Sort['direction'] | null): 'ascending' | 'descending' | 'none' {
  if (direction === null) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}

function headerTitle({ column, sort, isDefault }: HeaderCellProps): string {
  if (!sort || !isDefault) return `${column.label} 정렬 (Shift+클릭: 정렬에 추가)`
  return `기본 순서: ${column.label} ${directionText(sort)}${sort.empty === 'first' ? ', 빈 값이 먼저' : ''}`
}

const aligns = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }

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
