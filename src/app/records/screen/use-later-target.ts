import { useState } from 'react'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'

/** Whichever of several places was named last, as one succession of turns: history and detail panel both send the focus into the table. */
export function useLaterTarget(targets: readonly (CellTarget | null)[]): CellTarget | null {
  const [seen, setSeen] = useState({ targets, later: null as CellTarget | null, turn: 0 })
  const fresh = targets.find((target, at) => target !== seen.targets[at])
  if (fresh !== undefined) {
    const turn = seen.turn + 1
    setSeen({ targets, later: fresh && { ...fresh, turn }, turn })
  }
  return seen.later
}
