import type { ReactNode } from 'react'
import { cellAttributes } from '../cells/cell-attributes.ts'

interface ActionCellProps {
  gridId: string
  row: number
  at: number
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
 * The cell at the right edge with a row's buttons, in a column of its own so that they cover no
 * value. To reduce clutter a row shows them only under the pointer or with the focus, and always on
 * touch devices.
 */
export function ActionCell({ gridId, row, at, isReadOnly, ...cellState }: ActionCellProps) {
  const { isActive, isFocused, isStop, isShown } = cellState
  const ring = isFocused
    ? 'forced-ring shadow-[inset_0_0_0_2px_var(--primary)]'
    : 'forced-ring-thin shadow-[inset_0_0_0_1px_var(--rule-strong)]'
  return (
    <div
      {...cellAttributes({ gridId, row, at, isActive, isStop })}
      aria-readonly={isReadOnly || undefined}
      aria-selected={isActive}
      className={`sticky right-0 max-sm:static z-1 ml-auto flex shrink-0 items-center justify-center border-l bg-inherit outline-none ${isStop || isShown ? '' : shownOnHover} ${isActive ? ring : ''}`}
      style={{ width: `var(--w${at})` }}
    >
      {cellState.children}
    </div>
  )
}

const shownOnHover = '[&>button]:opacity-0 group-hover/row:[&>button]:opacity-100 coarse:[&>button]:opacity-100'
