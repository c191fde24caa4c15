import { createContext, use, useEffect } from 'react'

/**
 * Values that this device had no room for. They stand in their cells with the reason, and are kept by `keepUnkept` once there is room: each exactly once, in
 * the order in which they were entered, and only as long as nobody has changed or dropped them since.
 */
export interface UnkeptCells<Action = unknown> {
  /** Rows with such values; the same object until it changes. */
  unkeptRows(): readonly string[]
  subscribeUnkept(listener: () => void): () => void
  /** Tries again, the oldest first, until one finds no room. Calls while one is running are answered together with it. */
  keepUnkept(): Promise<void>
  /** Lets go of them: their cells show the row as it is. Answers what was entered. */
  giveUp(): readonly Action[]
  /** Stands for what other cells gave up: the table was closed in between. A value entered here since then counts more. */
  adopt(actions: readonly Action[]): void
}

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
