import type { Move } from '../focus/cell-navigation.ts'
import { moveTo } from '../focus/focus-actions.ts'
import type { Table } from '../table.ts'
import { setUnfolded } from './unfold-rows.ts'

/**
 * Shows or hides what is under a row: its hidden columns, or in a tree its rows. False where it has
 * neither.
 */
export function foldRow(table: Table, at: number, isUnfolded: boolean): boolean {
  const { tree, source } = table.props
  if (!tree) return setUnfolded(table, at, isUnfolded)
  const row = source.rowAt(at)
  const isOpen = row && tree.nodeOf(row).isOpen
  if (!row || isOpen == null) return false
  // The active row keeps its place on the screen while rows come and go, so this has to be the one.
  if (table.position.row !== at) moveTo(table, { row: at, column: Math.max(0, table.position.column) })
  if (isOpen !== isUnfolded) tree.setOpen(row, isUnfolded)
  return true
}

/**
 * → on the name of a closed row opens it, ← closes it or goes to the row it is under (ARIA
 * Authoring Practices, treegrid). False: an ordinary move.
 */
export function moveInTree(table: Table, move: Move): boolean {
  const { position } = table
  const { tree, source } = table.props
  const row = position.column === 0 ? source.rowAt(position.row) : undefined
  if (!tree || !row || table.session.mode !== 'ready') return false
  const { level, isOpen } = tree.nodeOf(row)
  if (move === 'right') return isOpen === false && foldRow(table, position.row, true)
  if (move !== 'left') return false
  if (isOpen === true) return foldRow(table, position.row, false)
  const above = rowAbove(table, level)
  if (above >= 0) moveTo(table, { row: above, column: 0 })
  return above >= 0
}

/** The row that this one is under; -1 for none. */
function rowAbove({ position, props: { tree, source } }: Table, level: number): number {
  for (let at = position.row - 1; at >= 0; at -= 1) {
    const row = source.rowAt(at)
    if (row && tree && tree.nodeOf(row).level < level) return at
  }
  return -1
}
