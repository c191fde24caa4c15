import type { CellMap } from './cell-map.ts'
import type { CellChange } from '../editing/edit-action.ts'
import type { PendingCell } from './pending-cells-props.ts'

/** A value that is kept sooner says nothing about it: a sign that comes and goes with every edit tells nobody anything. */
const lateAfterMs = 150

/**
 * Lets values that are still on their way after a moment say so. Answers how to end that: then they stand as they were sent, so that whoever sent them knows
 * them again.
 */
export function sayLate(
  { of, put }: CellMap,
  sent: readonly { readonly change: CellChange; readonly cell: PendingCell }[],
): () => void {
  const both = sent.map(({ change, cell }) => ({ change, own: cell, late: { ...cell, isLate: true as const } }))
  let isSaid = false
  function show(to: 'own' | 'late') {
    const from = to === 'own' ? 'late' : 'own'
    const standing = both.filter((each) => of(each.change.row.id)[each.change.key] === each[from])
    put(standing.map((each) => [each.change.row.id, each.change.key, each[to]]))
    isSaid = to === 'late'
  }
  const timer = setTimeout(() => show('late'), lateAfterMs)
  return () => {
    clearTimeout(timer)
    if (isSaid) show('own')
  }
}
