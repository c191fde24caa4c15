import { createContext, use, useEffect } from 'react'
import type { UnkeptCells } from './unkept-cells.ts'

/** Who looks after the values of all tables that this device had no room for. */
export interface UnkeptList {
  /** A table is open; answers how to say that it is closed. What it had no room for until then is told to the next one of that name. */
  hold(tableId: string, cells: UnkeptCells): () => void
}

export const UnkeptListContext = createContext<UnkeptList | null>(null)

/** Has the cells of an open table looked after. */
export function useUnkeptList(tableId: string, cells: UnkeptCells): void {
  const list = use(UnkeptListContext)
  useEffect(() => list?.hold(tableId, cells), [list, tableId, cells])
}
