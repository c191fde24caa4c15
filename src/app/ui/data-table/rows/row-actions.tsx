import { ListTree, PanelRightOpen, Pencil, Trash2 } from 'lucide-react'
import { memo } from 'react'
import type { ReactNode } from 'react'
import type { Table } from '../table.ts'

interface RowActionsProps {
  table: Table
  index: number
  at: number
  isLoaded: boolean
  canOpen: boolean
  isActive: boolean
  isFocused: boolean
  isStop: boolean
  /** The active cell stands in this row. */
  isRowActive: boolean
}

/** 상세, 삭제 and the screen's own buttons. They are no tab stops: with the keyboard, Space or Enter opens and Delete deletes on this cell. */
export const RowActions = memo(function RowActions({
  table,
  index,
  at,
  isLoaded,
  canOpen,
  isActive,
  isFocused,
  isStop,
  isRowActive,
}: RowActionsProps) {
  const { onOpenRow, onDeleteRow, rowActions, opens = 'detail' } = table.props
  const ring = isActive
    ? isFocused
      ? 'shadow-[inset_0_0_0_2px_var(--primary)]'
      : 'shadow-[inset_0_0_0_1px_var(--rule-strong)]'
    : ''
  return (
    <div
      role="gridcell"
      id={`${table.gridId}-${index}-${at}`}
      data-row={index}
      data-col={at}
      tabIndex={isStop ? (isActive ? 0 : -1) : undefined}
      aria-colindex={at + 2}
      aria-readonly
      aria-selected={isActive}
      className={`sticky right-0 max-sm:static z-1 ml-auto flex shrink-0 items-center justify-center border-l bg-inherit outline-none ${isStop || isRowActive ? '' : shownOnHover} ${ring}`}
      style={{ width: `var(--w${at})` }}
    >
      {isLoaded ? (
        <>
          {onOpenRow && canOpen ? (
            <ActionButton action="open" label={`${index + 1}행 ${openings[opens].label}`} icon={openings[opens].icon} />
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
    </div>
  )
})

/** They are noise in a column of figures: the row under the pointer has them, the active one, and every one where there is no pointer. */
const shownOnHover = '[&>button]:opacity-0 group-hover/row:[&>button]:opacity-100 coarse:[&>button]:opacity-100'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

const openings = {
  detail: { label: '상세', icon: <PanelRightOpen {...icon} /> },
  edit: { label: '수정', icon: <Pencil {...icon} /> },
  group: { label: '묶음 열기', icon: <ListTree {...icon} /> },
}

/** A plain button with a title: a floating tooltip per button of every row would cost more than the row. */
function ActionButton({
  action,
  label,
  icon: drawing,
  isDanger = false,
}: {
  action: string
  label: string
  icon: ReactNode
  isDanger?: boolean
}) {
  const hover = isDanger ? 'hover:bg-seal-wash hover:text-seal' : 'hover:bg-paper-sunk hover:text-ink'
  return (
    <button
      type="button"
      tabIndex={-1}
      data-action={action}
      aria-label={label}
      title={label}
      className={`inline-flex size-[min(28px,calc(var(--row)-2px))] items-center justify-center rounded-control text-ink-2 coarse:size-11 ${hover}`}
    >
      {drawing}
    </button>
  )
}
