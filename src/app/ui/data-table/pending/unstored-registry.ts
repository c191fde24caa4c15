import { createContext, use, useEffect } from 'react'

/**
 * Values the device had no room for. They stay in their cells with the reason, and `retryUnstored`
 * stores them once there is room: each exactly once, in the order they were entered, and only if
 * nobody has changed or dropped them since.
 */
export interface UnstoredCells<Action = unknown> {
  /** Rows with such values; the same object until it changes. */
  unstoredRows(): readonly string[]
  subscribeUnstored(listener: () => void): () => void
  /** Retries, oldest first, until one finds no room. Concurrent calls share one run. */
  retryUnstored(): Promise<void>
  /** Drops them, so their cells show the row's values. Returns what was entered. */
  releaseUnstored(): readonly Action[]
  /**
   * Takes over actions given up by a table that was closed meanwhile. Values entered here since
   * then take precedence.
   */
  adoptUnstored(actions: readonly Action[]): void
}

/** Keeps the unstored values of all tables. */
export interface UnstoredRegistry {
  /**
   * Registers an open table and returns a function to call when it closes. Its unstored values then
   * go to the next table with this id.
   */
  register(tableId: string, cells: UnstoredCells): () => void
}

export const UnstoredListContext = createContext<UnstoredRegistry | null>(null)

/** Registers the cells of an open table. */
export function useRegisterUnstored(tableId: string, cells: UnstoredCells): void {
  const list = use(UnstoredListContext)
  useEffect(() => list?.register(tableId, cells), [list, tableId, cells])
}
