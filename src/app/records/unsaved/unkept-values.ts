import { useSyncExternalStore } from 'react'
import type { UnkeptCells, UnkeptList } from '#app/ui/data-table/pending/unkept-list.ts'
import { onLettingGo } from '#app/session/clean-up-on-sign-out.ts'

/** Everything entered in tables of this page that the device had no room for. It stands in memory only: whoever leaves the page loses it. */
export interface UnkeptValues extends UnkeptList {
  /** In how many records such values stand; each of them will be an entry of the outbox. */
  count(): number
  /** How many of these records are lost by going to that page: their tables do not stand on it. */
  countBeyond(pathname: string): number
  subscribe(listener: () => void): () => void
  /** Tries to keep them, table by table. */
  keep(): Promise<void>
  /** Throws them away, but for what stands on that page of the app; the caller has asked. */
  giveUp(pathname?: string): void
}

/** One table. A closed one stays until what it had no room for is kept, given up or shown by the next one of its name. */
interface Holder {
  readonly tableId: string
  readonly pathname: string
  readonly cells: UnkeptCells
  readonly stop: () => void
  isOpen: boolean
}

/** None at first. `pathNow` answers the path of the page that is open. */
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
      // The last edit of a table comes as it closes: one that is empty by now is looked at until the next one closes.
      for (const each of holders) if (!each.isOpen && each.cells.unkeptRows().length === 0) remove(each)
      holder.isOpen = false
    }
  }

  async function moveOver(from: Holder, to: Holder): Promise<void> {
    // One that is being tried at this moment must not be tried by both.
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

/** In how many records something stands that the device had no room for. */
export function useUnkeptCount(): number {
  return useSyncExternalStore(unkeptValues.subscribe, unkeptValues.count)
}
