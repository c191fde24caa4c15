import { createContext, use, useEffect } from 'react'

/**
 * Values the device had no room for. They stay in their cells with the reason, and `keepUnkept`
 * stores them once there is room: each exactly once, in the order they were entered, and only if
 * nobody has changed or dropped them since.
 */
export interface UnkeptCells<Action = unknown> {
  /** Rows with such values; the same object until it changes. */
  unkeptRows(): readonly string[]
  subscribeUnkept(listener: () => void): () => void
  /** Retries, oldest first, until one finds no room. Concurrent calls share one run. */
  keepUnkept(): Promise<void>
  /** Drops them, so their cells show the row's values. Returns what was entered. */
  giveUp(): readonly Action[]
  /**
   * Takes over actions given up by a table that was closed meanwhile. Values entered here since
   * then take precedence.
   */
  adopt(actions: readonly Action[]): void
}

/** Keeps the unkept values of all tables. */
export interface UnkeptList {
  /**
   * Registers an open table and returns a function to call when it closes. Its unkept values then
   * go to the next table with this id.
   */
  hold(tableId: string, cells: UnkeptCells): () => void
}

export const UnkeptListContext = createContext<UnkeptList | null>(null)

/** Registers the cells of an open table. */
export function useUnkeptList(tableId: string, cells: UnkeptCells): void {
  const list = use(UnkeptListContext)
  useEffect(() => list?.hold(tableId, cells), [list, tableId, cells])
}
