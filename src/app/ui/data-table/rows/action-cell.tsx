import type { ReactNode } from 'react'
import { cellAttributes } from '../cells/cell-attributes.ts'

interface ActionCellProps {
  gridId: string
  row: number
  at: number
  isActive: boolean
  /** The focus stands in the table. */
  isFocused: boolean
  /** Screen-reader mode: the cell itself takes the focus. */
  isStop: boolean
  /** The row has something under way: its buttons are there without the pointer. */
  isShown: boolean
  isReadOnly: boolean
  children: ReactNode
}

/**
 * The cell at the right edge that holds the buttons of a row. They are noise in a column of figures, and would cover it: a row shows them over what lies there while it
 * has the pointer or the focus, and always where there is no pointer. At the end of the row they have room of their own.
 */
export function ActionCell({ gridId, row, at, isReadOnly, ...stands }: ActionCellProps) {
  const { isActive, isFocused, isStop, isShown } = stands
  const ring = isFocused
    ? 'forced-ring shadow-[inset_0_0_0_2px_var(--primary)]'
    : 'forced-ring-thin shadow-[inset_0_0_0_1px_var(--rule-strong)]'
  return (
    <div
      {...cellAttributes({ gridId, row, at, isActive, isStop })}
      aria-readonly={isReadOnly || undefined}
      aria-selected={isActive}
      className={`sticky right-0 max-sm:static z-1 ml-auto flex shrink-0 items-center justify-center outline-none ${isStop || isShown ? shown : shownOnHover} ${isActive ? ring : ''}`}
      style={{ width: `var(--w${at})` }}
    >
      {stands.children}
    </div>
  )
}

const shown = 'border-l bg-inherit'
const shownOnHover =
  '[&>button]:opacity-0 group-hover/row:border-l group-hover/row:bg-inherit group-hover/row:[&>button]:opacity-100 coarse:border-l coarse:bg-inherit coarse:[&>button]:opacity-100'
