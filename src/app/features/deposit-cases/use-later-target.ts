import { useState } from 'react'
import type { CellTarget } from '#app/ui/data-table/data-table-props.ts'

/** Whichever of two places was named last, as one succession of turns: the history and the detail panel both send the focus into the table. */
export function useLaterTarget(first: CellTarget | null, second: CellTarget | null): CellTarget | null {
  const [seen, setSeen] = useState({ first, second, later: null as CellTarget | null, turn: 0 })
  if (first !== seen.first || second !== seen.second) {
    const later = first === seen.first ? second : first
    const turn = seen.turn + 1
    setSeen({ first, second, later: later && { ...later, turn }, turn })
  }
  return seen.later
}
