import type { Query } from '#contract/query.ts'
import type { QueryEngine } from '../query/evaluate.ts'

/**
 * The result of a query that keeps its order while records change: an edited row stays where it is, rows made here come in at the top, rows that are gone
 * leave, and what others added is only counted until the query is evaluated again.
 */
export interface LiveResult {
  readonly query: Query
  total(): number
  arrived(): number
  /** Slots first…last, inclusive, as far as there are any. */
  slots(first: number, last: number): Uint32Array
  indexOf(slot: number): number
  has(slot: number): boolean
  isOutside(slot: number): boolean
  evaluate(): void
  /** Takes changed slots in; `isOwnNew` tells whether a slot holds a record made here. */
  update(slots: readonly number[], isOwnNew: (slot: number) => boolean): OrderChange
}

/** Indexes before the change, ascending; indexes after it, ascending; slots that stayed and may show other values. */
export interface OrderChange {
  removed: number[]
  inserted: { index: number; slot: number }[]
  changed: number[]
}

export function createLiveResult(engine: QueryEngine, collection: string, query: Query): LiveResult {
  let order: Uint32Array = new Uint32Array(0)
  let members = new Uint8Array(0)
  /** Changed since the last evaluation: their place may be one they would not get again. */
  const touched = new Set<number>()
  const arrived = new Set<number>()
  /** Where rows stood that left by the user's own delete: a discarded delete brings them back to that place. */
  const leftFrom = new Map<number, number>()
  const { table } = engine.collection(collection)

  function evaluate(): void {
    order = engine.evaluate(collection, query)
    members = new Uint8Array(table.size() + 1_024)
    for (const slot of order) members[slot] = 1
    touched.clear()
    arrived.clear()
    leftFrom.clear()
  }

  function remember(slot: number, isMember: boolean): void {
    if (slot >= members.length) {
      const wider = new Uint8Array(slot * 2)
      wider.set(members)
      members = wider
    }
    members[slot] = isMember ? 1 : 0
  }

  function untouchedNeighbour(index: number, step: 1 | -1): number | null {
    for (let at = index + step; at >= 0 && at < order.length; at += step) {
      const slot = order[at]
      if (slot !== undefined && !touched.has(slot)) return slot
    }
    return null
  }

  function isOutside(slot: number): boolean {
    if (!touched.has(slot)) return false
    if (!engine.matches(collection, query, slot)) return true
    const index = order.indexOf(slot)
    const [before, after] = [untouchedNeighbour(index, -1), untouchedNeighbour(index, 1)]
    if (before !== null && engine.compare(collection, query, [before, slot]) > 0) return true
    return after !== null && engine.compare(collection, query, [slot, after]) > 0
  }

  function takeOut(slots: ReadonlySet<number>): number[] {
    if (slots.size === 0) return []
    const removed: number[] = []
    for (const [index, slot] of order.entries()) if (slots.has(slot)) removed.push(index)
    for (const index of removed) {
      const slot = order[index] ?? 0
      leftFrom.set(slot, index)
      remember(slot, false)
    }
    order = order.filter((slot) => !slots.has(slot))
    return removed
  }

  function putIn(slots: readonly number[]): OrderChange['inserted'] {
    const inserted: OrderChange['inserted'] = []
    for (const slot of slots) {
      const index = Math.min(leftFrom.get(slot) ?? 0, order.length)
      const wider = new Uint32Array(order.length + 1)
      wider.set(order.subarray(0, index))
      wider[index] = slot
      wider.set(order.subarray(index), index + 1)
      order = wider
      leftFrom.delete(slot)
      remember(slot, true)
      inserted.push({ index, slot })
    }
    const placed = inserted.map(({ slot }) => ({ index: order.indexOf(slot), slot }))
    return placed.toSorted((a, b) => a.index - b.index)
  }

  function update(slots: readonly number[], isOwnNew: (slot: number) => boolean): OrderChange {
    const leaving = new Set<number>()
    const coming: number[] = []
    const changed: number[] = []
    for (const slot of slots) {
      touched.add(slot)
      if (members[slot] === 1) {
        if (table.isShown(slot)) changed.push(slot)
        else leaving.add(slot)
      } else if (!table.isShown(slot)) arrived.delete(slot)
      else if (leftFrom.has(slot) || isOwnNew(slot)) coming.push(slot)
      else if (engine.matches(collection, query, slot)) arrived.add(slot)
      else arrived.delete(slot)
    }
    return { removed: takeOut(leaving), inserted: putIn(coming), changed }
  }

  return {
    query,
    total: () => order.length,
    arrived: () => arrived.size,
    slots: (first, last) => order.subarray(Math.max(0, first), Math.max(0, last + 1)),
    indexOf: (slot) => order.indexOf(slot),
    has: (slot) => members[slot] === 1,
    isOutside,
    evaluate,
    update,
  }
}
