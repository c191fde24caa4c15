import { Eraser, Plus } from 'lucide-react'
import { memo } from 'react'
import { formatCellValue, formatForEditing } from '../cells/cell-text.ts'
import { type CellLook, TableCell } from '../cells/table-cell.tsx'
import type { Column } from '../data-table-props.ts'
import type { EntryLineState } from '../editing/edit-action.ts'
import { entryRow } from '../focus/cell-navigation.ts'
import type { Geometry } from '../layout/geometry.ts'
import { ActionCell } from '../rows/row-actions.tsx'
import { buildCellProps, PinnedPart, renderVisibleCells } from '../rows/visible-cells.tsx'
import { isEditableAt, parseRowFocus, serializeRowFocus, type Table } from '../table.ts'
import { useSignal } from '../use-table.ts'

/**
 * The entry line for a new record, with the same cell input and editors. Enter and Tab move through
 * its cells; Ctrl+Enter or 추가 adds.
 */
export const EntryRow = memo(function EntryRow(props: {
  table: Table
  columns: readonly Column[]
  geometry: Geometry
  isScreenReaderMode: boolean
}) {
  const { table, columns, geometry, isScreenReaderMode } = props
  const state = useSignal(table, 'entry', () => table.entry.get())
  const focus = parseRowFocus(useSignal(table, `row:${entryRow}`, () => serializeRowFocus(table, entryRow)))
  const window = useSignal(table, 'columns', () => table.columnWindow)
  const isDrafting = Object.values({ ...state.draft, ...state.texts }).some((value) => (value ?? '') !== '')
  const cells = renderVisibleCells({ columns, geometry, window, focused: focus.column }, (column, columnIndex) => (
    <TableCell
      {...buildCellProps({ table, row: entryRow, geometry, focus, isScreenReaderMode }, column, columnIndex)}
      isReadOnly={!isEditableAt(table, { row: entryRow, column: columnIndex })}
      hint={formatHint(table, column, columnIndex)}
      {...buildCellLook(column, state)}
    />
  ))
  return (
    <div className="border-b border-rule-strong bg-(--primary-wash)">
      <div role="row" aria-rowindex={2} className="group/row flex h-(--row) w-(--total) min-w-full bg-(--primary-wash)">
        <PinnedPart>
          <div
            role="rowheader"
            aria-colindex={1}
            className="flex w-(--lead) shrink-0 items-center justify-center border-r text-label font-semibold text-primary"
          >
            신규
            {isDrafting ? <ClearButton column={columns.length} className="hidden tablet:inline-flex" /> : null}
          </div>
          {cells.slice(0, geometry.pinnedCount)}
        </PinnedPart>
        {cells.slice(geometry.pinnedCount)}
        <ActionCell
          gridId={table.gridId}
          row={entryRow}
          columnIndex={columns.length}
          isActive={focus.column === columns.length}
          isFocused={focus.isFocused}
          isStop={isScreenReaderMode}
          isShown={focus.column !== -1 || isDrafting}
          isReadOnly={false}
        >
          <button
            type="button"
            tabIndex={-1}
            data-action="add"
            aria-disabled={state.isBusy}
            title="추가 (Ctrl+Enter)"
            className="inline-flex h-[min(28px,calc(var(--row)-4px))] items-center gap-1 rounded-control bg-primary px-2 text-label font-semibold text-primary-ink hover:opacity-90 aria-disabled:opacity-50 coarse:h-10 tablet:w-11 tablet:justify-center tablet:px-0"
          >
            <Plus size={14} strokeWidth={2} aria-hidden className="tablet:hidden" />
            추가
          </button>
          {isDrafting ? <ClearButton column={columns.length} className="inline-flex tablet:hidden" /> : null}
        </ActionCell>
      </div>
    </div>
  )
})

/**
 * In the action cell; on a tablet in the row header, which has room for it. There too it belongs to
 * the action cell.
 */
function ClearButton({ column, className }: { column: number; className: string }) {
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action="clear"
      data-row={entryRow}
      data-col={column}
      aria-label="신규 줄 비우기"
      title="신규 줄 비우기 (여기서 Delete)"
      className={`size-[min(28px,calc(var(--row)-4px))] items-center justify-center rounded-control text-ink-2 hover:bg-paper-sunk hover:text-ink coarse:size-10 ${className}`}
    >
      <Eraser size={16} strokeWidth={1.5} aria-hidden />
    </button>
  )
}

function formatHint(table: Table, column: Column, columnIndex: number): string | null {
  if (!isEditableAt(table, { row: entryRow, column: columnIndex })) return null
  return column.field.required ? `${column.label} (필수)` : null
}

function buildCellLook(column: Column, state: EntryLineState): CellLook {
  const value = state.draft[column.key] ?? null
  const text = state.texts[column.key] ?? (formatCellValue(column, value) || formatForEditing(column, value))
  return {
    text,
    mark: state.errors[column.key] === undefined ? null : 'refused',
    theirs: null,
    tone: null,
    isZero: value === 0,
    isCarried: state.carried.includes(column.key),
  }
}
