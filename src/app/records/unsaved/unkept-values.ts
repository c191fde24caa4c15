import { useSyncExternalStore } from 'react'
import type { UnkeptCells, UnkeptList } from '#app/ui/data-table/pending/unkept-list.ts'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'

/**
 * All table input on this page that the device had no room for. In memory only; leaving the page
 * loses it.
 */
export interface UnkeptValues extends UnkeptList {
  /** Number of records with such values; each will become an outbox entry. */
  count(): number
  /**
   * Number of these records that are lost on going to that page, because their tables aren't on it.
   */
  countBeyond(pathname: string): number
  subscribe(listener: () => void): () => void
  /** Tries to store them, table by table. */
  keep(): Promise<void>
  /** Discards them, except those of that page; the caller has asked the user. */
  giveUp(pathname?: string): void
}

/**
 * One table. A closed one stays until its values are stored, discarded, or taken over by the next
 * table with its id.
 */
interface Holder {
  readonly tableId: string
  readonly pathname: string
  readonly cells: UnkeptCells
  readonly stop: () => void
  isOpen: boolean
}

/** Starts empty. `pathNow` returns the current page's path. */
export function createUnkeptValues(pathNow: () => string): UnkeptValues {
  const listeners = new Set<() => void>()
  const holders = new Set<Holder>()

  function notify() {
    for (const listener of [...listeners]) listener()
  }

  function remove(holder: Holder) {
    holder.stop()
    holders.delete(holder)
  }

  function hold(tableId: string, cells: UnkeptCells): () => void {
    const pathname = pathNow()
    const holder = { tableId, pathname, cells, stop: cells.subscribeUnkept(notify), isOpen: true }
    for (const before of holders) {
      const isSamePlace = !before.isOpen && before.tableId === tableId && before.pathname === pathname
      if (before.cells === cells) remove(before)
      else if (isSamePlace && before.cells.unkeptRows().length > 0) void moveOver(before, holder)
    }
    holders.add(holder)
    return () => {
      // A table's last edit may end while it closes, so an empty table is only removed when the
      // next one closes.
      for (const each of holders) if (!each.isOpen && each.cells.unkeptRows().length === 0) remove(each)
      holder.isOpen = false
    }
  }

  async function moveOver(from: Holder, to: Holder): Promise<void> {
    // Wait for a retry in progress, so that no value is stored twice.
    await from.cells.keepUnkept()
    if (!holders.has(to)) return
    to.cells.adopt(from.cells.giveUp())
    remove(from)
    notify()
  }

  return {
    hold,
    count: () => sumOf(holders),
    countBeyond: (pathname) => sumOf([...holders].filter((one) => one.pathname !== pathname)),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async keep() {
      for (const { cells } of [...holders]) await cells.keepUnkept()
    },
    giveUp(pathname) {
      for (const holder of [...holders]) if (holder.pathname !== pathname) holder.cells.giveUp()
    },
  }
}

function sumOf(holders: Iterable<Holder>): number {
  let sum = 0
  for (const { cells } of holders) sum += cells.unkeptRows().length
  return sum
}

/** The unkept values of this browser tab. */
export const unkeptValues = createUnkeptValues(() => location.pathname)

onLettingGo(() => unkeptValues.giveUp())

/** Number of records with values the device had no room for. */
export function useUnkeptCount(): number {
  return useSyncExternalStore(unkeptValues.subscribe, unkeptValues.count)
}
