import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo } from 'react'
import type { Sort } from '#contract/query.ts'
import type { Column } from './data-table-props.ts'
import type { Geometry } from './geometry.ts'
import { headerRow } from './navigation.ts'
import { ResizeHandle } from './resize-handle.tsx'
import { readRowFocus, rowFocus } from './table.ts'
import type { Table } from './table.ts'
import { useSignal } from './use-table.ts'

interface HeaderRowProps {
  table: Table
  columns: readonly Column[]
  geometry: Geometry
  sort: Sort | null
  isSortable: boolean
  onWidth: (key: string, width: number) => void
}

/** Column names; a click, or Enter with the focus up here, sorts. */
export const HeaderRow = memo(function HeaderRow(props: HeaderRowProps) {
  const { table, columns, geometry, sort, isSortable, onWidth } = props
  const focus = readRowFocus(useSignal(table, `row:${headerRow}`, () => rowFocus(table, headerRow)))
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="flex h-(--head) w-(--total) min-w-full border-b border-rule-strong bg-paper-sunk text-label font-semibold text-ink-2"
    >
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky left-0 z-2 flex w-14 shrink-0 items-center justify-end border-r bg-inherit pr-2.5"
      >
        순번
      </div>
      {columns.map((column, at) => {
        const direction = sort !== null && sort.field === column.sortField ? sort.direction : null
        const canSort = isSortable && column.sortField !== null
        return (
          <div
            key={column.key}
            role="columnheader"
            id={`${table.gridId}-${headerRow}-${at}`}
            data-row={headerRow}
            data-col={at}
            aria-colindex={at + 2}
            aria-sort={canSort ? ariaSort(direction) : undefined}
            title={canSort ? `${column.label} 정렬` : undefined}
            className={headerClass({
              column,
              canSort,
              isSorted: direction !== null,
              isLastPinned: at === geometry.pinnedCount - 1,
              isActive: focus.column === at && focus.isFocused,
            })}
            style={{ width: `var(--w${at})`, ...(column.isPinned ? { left: `var(--l${at})` } : {}) }}
          >
            <span className="truncate">{column.label}</span>
            {direction === 'asc' ? <ArrowUp size={14} strokeWidth={1.5} aria-hidden className="shrink-0" /> : null}
            {direction === 'desc' ? <ArrowDown size={14} strokeWidth={1.5} aria-hidden className="shrink-0" /> : null}
            <ResizeHandle table={table} column={column} at={at} onWidth={onWidth} />
          </div>
        )
      })}
      {geometry.actionWidth > 0 ? (
        <div
          role="columnheader"
          id={`${table.gridId}-${headerRow}-${columns.length}`}
          aria-colindex={columns.length + 2}
          className="sticky right-0 max-sm:static z-2 ml-auto flex shrink-0 items-center justify-center border-l bg-inherit"
          style={{ width: `var(--w${columns.length})` }}
        >
          액션
        </div>
      ) : null}
    </div>
  )
})

function ariaSort(direction: Sort['direction'] | null): 'ascending' | 'descending' | 'none' {
  if (direction === null) return 'none'
  return direction === 'asc' ? 'ascending' : 'descending'
}

const aligns = { start: 'justify-start', center: 'justify-center', end: 'justify-end' }

interface HeaderLook {
  column: Column
  canSort: boolean
  isSorted: boolean
  isLastPinned: boolean
  isActive: boolean
}

function headerClass({ column, canSort, isSorted, isLastPinned, isActive }: HeaderLook): string {
  return [
    'flex shrink-0 items-center gap-1 px-2.5 whitespace-nowrap',
    aligns[column.align],
    column.isPinned ? 'sticky z-1 bg-inherit' : 'relative',
    isLastPinned ? 'border-r' : '',
    canSort ? 'cursor-pointer hover:text-ink' : '',
    isSorted ? 'text-primary' : '',
    isActive ? 'shadow-[inset_0_0_0_2px_var(--primary)]' : '',
  ].join(' ')
}
