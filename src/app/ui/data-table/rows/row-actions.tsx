import { Ellipsis, ListTree, Pencil, Search, SquareArrowOutUpRight, Trash2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { SourceRow } from '#contract/records/row-source.ts'
import { buildCellAttributes } from '../cells/table-cell.tsx'
import type { DataTableProps } from '../data-table-props.ts'
import type { Table } from '../table.ts'

interface RowActionsProps {
  table: Table
  index: number
  columnIndex: number
  isLoaded: boolean
  /** All actions are behind ⋯. */
  isFolded: boolean
  canOpen: boolean
  isActive: boolean
  isFocused: boolean
  isStop: boolean
  /** The active cell is in this row. */
  isRowActive: boolean
}

const shownOnHover = '[&>button]:opacity-0 group-hover/row:[&>button]:opacity-100 coarse:[&>button]:opacity-100'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/**
 * The ways to open a record, each with one icon used in the row, the cell menu and the panel's
 * header.
 */
export const openActions = {
  detail: { label: '상세', icon: <Search {...icon} /> },
  group: { label: '묶음 열기', icon: <ListTree {...icon} /> },
  edit: { label: '수정', icon: <Pencil {...icon} /> },
  window: { label: '새 창으로 열기', icon: <SquareArrowOutUpRight {...icon} /> },
}

/**
 * 상세, 삭제 and the screen's own buttons. They aren't tab stops: on this cell Space or Enter opens
 * and Delete deletes, and the cell menu has all actions.
 */
export const RowActions = memo(function RowActions({
  table,
  index,
  columnIndex,
  isLoaded,
  isFolded,
  canOpen,
  isActive,
  isFocused,
  isStop,
  isRowActive,
}: RowActionsProps) {
  const { onOpenRow, onPopOutRow, onDeleteRow, rowActions } = table.props
  const row = table.props.source.rowAt(index)
  const openAction = row && chooseOpenAction(table.props, row)
  return (
    <ActionCell
      gridId={table.gridId}
      row={index}
      isReadOnly
      isShown={isRowActive}
      columnIndex={columnIndex}
      isActive={isActive}
      isFocused={isFocused}
      isStop={isStop}
    >
      {isLoaded && isFolded ? (
        <ActionButton action="menu" label={`${index + 1}행 작업`} icon={<Ellipsis {...icon} />} />
      ) : null}
      {isLoaded && !isFolded ? (
        <>
          {onOpenRow && canOpen && openAction ? (
            <ActionButton action="open" label={`${index + 1}행 ${openAction.label}`} icon={openAction.icon} />
          ) : null}
          {onPopOutRow && canOpen ? (
            <ActionButton
              action="window"
              label={`${index + 1}행 ${openActions.window.label}`}
              icon={openActions.window.icon}
              isMouseOnly
            />
          ) : null}
          {rowActions?.map((action) => (
            <ActionButton
              key={action.key}
              action={action.key}
              label={`${index + 1}행 ${action.label}`}
              icon={action.icon}
            />
          ))}
          {onDeleteRow ? (
            <ActionButton action="delete" label={`${index + 1}행 삭제`} icon={<Trash2 {...icon} />} isDestructive />
          ) : null}
        </>
      ) : null}
    </ActionCell>
  )
})

/** Uses a plain title, because a floating tooltip per button would cost more than the row. */
function ActionButton({
  action,
  label,
  icon: actionIcon,
  isDestructive = false,
  isMouseOnly = false,
}: {
  action: string
  label: string
  icon: ReactNode
  isDestructive?: boolean
  /**
   * Left out on touch devices, where every row shows its buttons permanently; the panel has this
   * one too.
   */
  isMouseOnly?: boolean
}) {
  const hover = isDestructive ? 'hover:bg-danger-wash hover:text-danger' : 'hover:bg-paper-sunk hover:text-ink'
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action={action}
      aria-label={label}
      title={label}
      className={`inline-flex size-[min(28px,calc(var(--row)-2px))] items-center justify-center rounded-control text-ink-2 coarse:size-11 ${isMouseOnly ? 'coarse:hidden' : ''} ${hover}`}
    >
      {actionIcon}
    </button>
  )
}

interface ActionCellProps {
  gridId: string
  row: number
  columnIndex: number
  isActive: boolean
  /** The table has the focus. */
  isFocused: boolean
  /** Screen-reader mode: the cell itself takes the focus. */
  isStop: boolean
  /** Shows the buttons even without the pointer, because the row has something in progress. */
  isShown: boolean
  isReadOnly: boolean
  children: ReactNode
}

/**
 * The cell at the right edge with a row's buttons, in a separate column so that they cover no
 * value. To reduce clutter a row shows them only under the pointer or with the focus, and always on
 * touch devices.
 */
export function ActionCell({ gridId, row, columnIndex, isReadOnly, ...cellState }: ActionCellProps) {
  const { isActive, isFocused, isStop, isShown } = cellState
  const ring = isFocused
    ? 'forced-ring shadow-[inset_0_0_0_2px_var(--primary)]'
    : 'forced-ring-thin shadow-[inset_0_0_0_1px_var(--rule-strong)]'
  return (
    <div
      {...buildCellAttributes({ gridId, row, columnIndex, isActive, isStop })}
      aria-readonly={isReadOnly || undefined}
      aria-selected={isActive}
      className={`sticky right-0 max-sm:static z-1 ml-auto flex shrink-0 items-center justify-center border-l bg-inherit outline-none ${isStop || isShown ? '' : shownOnHover} ${isActive ? ring : ''}`}
      style={{ width: `var(--w${columnIndex})` }}
    >
      {cellState.children}
    </div>
  )
}

/** How this row opens. */
export function chooseOpenAction({ opens = 'detail' }: Pick<DataTableProps, 'opens'>, row: SourceRow) {
  return openActions[typeof opens === 'function' ? opens(row) : opens]
}
