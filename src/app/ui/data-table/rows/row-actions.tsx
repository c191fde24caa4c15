import { Ellipsis, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import type { Table } from '../table.ts'
import { ActionCell } from './action-cell.tsx'
import { openActionOf, openActions } from './open-actions.tsx'

interface RowActionsProps {
  table: Table
  index: number
  at: number
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

/**
 * 상세, 삭제 and the screen's own buttons. They are no tab stops: on this cell Space or Enter opens and
 * Delete deletes, and the cell menu has all actions.
 */
export const RowActions = memo(function RowActions({
  table,
  index,
  at,
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
  const openAction = row && openActionOf(table.props, row)
  return (
    <ActionCell
      gridId={table.gridId}
      row={index}
      isReadOnly
      isShown={isRowActive}
      at={at}
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
              isForMouse
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
            <ActionButton action="delete" label={`${index + 1}행 삭제`} icon={<Trash2 {...icon} />} isDanger />
          ) : null}
        </>
      ) : null}
    </ActionCell>
  )
})

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** Uses a plain title, because a floating tooltip per button would cost more than the row. */
function ActionButton({
  action,
  label,
  icon: drawing,
  isDanger = false,
  isForMouse = false,
}: {
  action: string
  label: string
  icon: ReactNode
  isDanger?: boolean
  /**
   * Left out on touch devices, where every row shows its buttons permanently; the panel has this
   * one too.
   */
  isForMouse?: boolean
}) {
  const hover = isDanger ? 'hover:bg-seal-wash hover:text-seal' : 'hover:bg-paper-sunk hover:text-ink'
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action={action}
      aria-label={label}
      title={label}
      className={`inline-flex size-[min(28px,calc(var(--row)-2px))] items-center justify-center rounded-control text-ink-2 coarse:size-11 ${isForMouse ? 'coarse:hidden' : ''} ${hover}`}
    >
      {drawing}
    </button>
  )
}
