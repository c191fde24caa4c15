import { ChevronDown, ChevronRight, ChevronsDownUp, ChevronsUpDown, type LucideIcon } from 'lucide-react'
import type { Move } from '../focus/cell-navigation.ts'
import { moveTo } from '../focus/focus-actions.ts'
import type { Table } from '../table.ts'
import { setAllUnfolded, setUnfolded } from './unfold-rows.ts'

/** Not a tab stop: Alt+Shift+←/→ folds and unfolds from any cell of the row. */
export function FoldButton({ table, row, isUnfolded }: { table: Table; row: number; isUnfolded: boolean }) {
  return (
    <ToggleButton
      label={`${row + 1}행 ${isUnfolded ? '접기' : '펼치기'}`}
      icon={isUnfolded ? ChevronDown : ChevronRight}
      isUnfolded={isUnfolded}
      onToggle={() => setRowUnfolded(table, row, !isUnfolded)}
    />
  )
}

/** In the header: 모두 펼치기 or 모두 접기. */
export function FoldAllButton({ table, isAll }: { table: Table; isAll: boolean }) {
  return (
    <ToggleButton
      label={isAll ? '모두 접기' : '모두 펼치기'}
      icon={isAll ? ChevronsDownUp : ChevronsUpDown}
      isUnfolded={isAll}
      onToggle={() => setAllUnfolded(table, !isAll)}
    />
  )
}

function ToggleButton(props: { label: string; icon: LucideIcon; isUnfolded: boolean; onToggle(): void }) {
  const { label, icon: Icon, isUnfolded, onToggle } = props
  return (
    <button
      type="button"
      tabIndex={-1}
      data-handle
      aria-expanded={isUnfolded}
      aria-label={label}
      title={label}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onToggle}
      className="absolute inset-y-0 left-(--check) flex w-7 items-center justify-center text-ink-3 hover:text-ink coarse:w-11"
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden />
    </button>
  )
}

/**
 * Shows or hides the hidden columns below a row, or in a tree its child rows. False if it has
 * neither.
 */
export function setRowUnfolded(table: Table, index: number, isUnfolded: boolean): boolean {
  const { tree, source } = table.props
  if (!tree) return setUnfolded(table, index, isUnfolded)
  const row = source.rowAt(index)
  const isOpen = row && tree.nodeOf(row).isOpen
  if (!row || isOpen == null) return false
  // The active row keeps its position on the screen while rows appear and disappear, so this row
  // must be active.
  if (table.position.row !== index) moveTo(table, { row: index, column: Math.max(0, table.position.column) })
  if (isOpen !== isUnfolded) tree.setOpen(row, isUnfolded)
  return true
}

/**
 * → on the name of a closed row opens it, ← closes it or goes to its parent (ARIA Authoring
 * Practices, treegrid). False: an ordinary move.
 */
export function moveInTree(table: Table, move: Move): boolean {
  const { position } = table
  const { tree, source } = table.props
  const row = position.column === 0 ? source.rowAt(position.row) : undefined
  if (!tree || !row || table.session.mode !== 'ready') return false
  const { level, isOpen } = tree.nodeOf(row)
  if (move === 'right') return isOpen === false && setRowUnfolded(table, position.row, true)
  if (move !== 'left') return false
  if (isOpen === true) return setRowUnfolded(table, position.row, false)
  const parentRow = findParentRow(table, level)
  if (parentRow >= 0) moveTo(table, { row: parentRow, column: 0 })
  return parentRow >= 0
}

/** The parent of the active row; -1 for none. */
function findParentRow({ position, props: { tree, source } }: Table, level: number): number {
  for (let index = position.row - 1; index >= 0; index -= 1) {
    const row = source.rowAt(index)
    if (row && tree && tree.nodeOf(row).level < level) return index
  }
  return -1
}
