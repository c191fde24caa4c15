import type { Query } from '#contract/records/query.ts'
import type { QueryEngine } from '#mirror/query/query-engine.ts'
import type { RecordTable } from '#mirror/query/record-table.ts'

/**
 * A query result that keeps its order while records change: an edited row keeps its place, rows
 * created here are added at the top, deleted rows leave, and what others added is only counted
 * until the query is evaluated again.
 */
export interface LiveResult {
  readonly engine: QueryEngine
  readonly collection: string
  readonly query: Query
  readonly table: RecordTable
  /** Slots in their current order. */
  order: Uint32Array
  /** Slots in use at evaluation; only records created here since then are added at the top. */
  readonly initialSize: number
  /** 1 for every slot in `order`. */
  members: Uint8Array
  /** Slots changed since the evaluation, which may no longer be where the query would put them. */
  readonly moved: Set<number>
  /** Matching slots that others added since. */
  readonly arrived: Set<number>
  /** Former positions of removed rows, so that a discarded delete returns them there. */
  readonly formerIndexes: Map<number, number>
}

/**
 * Removed indexes before the change, ascending; inserted indexes after it, ascending; slots that
 * stayed and may show other values.
 */
interface OrderChange {
  removed: number[]
  inserted: { index: number; slot: number }[]
  changed: number[]
}

export function createLiveResult(engine: QueryEngine, collection: string, query: Query): LiveResult {
  const { table } = engine.collection(collection)
  const order = engine.evaluate(collection, query)
  const initialSize = table.size()
  const members = new Uint8Array(initialSize + 1_024)
  for (let index = 0; index < order.length; index++) members[order[index] ?? 0] = 1
  const tracking = { moved: new Set<number>(), arrived: new Set<number>(), formerIndexes: new Map<number, number>() }
  return { engine, collection, query, table, order, initialSize, members, ...tracking }
}

/** Slots first…last, inclusive, clipped to the result. */
export function getSlotsBetween({ order }: LiveResult, first: number, last: number): Uint32Array {
  return order.subarray(Math.max(0, first), Math.max(0, last + 1))
}

/** Applies changed slots; `isOwnNew` tells whether a slot holds a record created here. */
export function updateResult(
  result: LiveResult,
  slots: readonly number[],
  isOwnNew: (slot: number) => boolean,
): OrderChange {
  const leaving = new Set<number>()
  const entering: number[] = []
  const changed: number[] = []
  for (const slot of slots) {
    result.moved.add(slot)
    const isShown = result.table.isShown(slot)
    if (result.members[slot] === 1) {
      if (isShown) changed.push(slot)
      else leaving.add(slot)
      continue
    }
    result.arrived.delete(slot)
    if (!isShown) continue
    if (result.formerIndexes.has(slot) || (slot >= result.initialSize && isOwnNew(slot))) entering.push(slot)
    else if (result.engine.matches(result.collection, result.query, slot)) result.arrived.add(slot)
  }
  return { removed: removeSlots(result, leaving), inserted: insertSlots(result, entering), changed }
}

function removeSlots(result: LiveResult, slots: ReadonlySet<number>): number[] {
  if (slots.size === 0) return []
  const removed: number[] = []
  for (const [index, slot] of result.order.entries()) {
    if (!slots.has(slot)) continue
    removed.push(index)
    result.formerIndexes.set(slot, index)
    markMember(result, slot, false)
  }
  result.order = result.order.filter((slot) => !slots.has(slot))
  return removed
}

/** New rows go to the top, newest first; returning rows go to their former place. */
function insertSlots(result: LiveResult, slots: readonly number[]): OrderChange['inserted'] {
  for (const slot of slots) {
    const index = Math.min(result.formerIndexes.get(slot) ?? 0, result.order.length)
    const grown = new Uint32Array(result.order.length + 1)
    grown.set(result.order.subarray(0, index))
    grown[index] = slot
    grown.set(result.order.subarray(index), index + 1)
    result.order = grown
    result.formerIndexes.delete(slot)
    markMember(result, slot, true)
  }
  const inserted = slots.map((slot) => ({ index: result.order.indexOf(slot), slot }))
  return inserted.toSorted((a, b) => a.index - b.index)
}

function markMember(result: LiveResult, slot: number, isMember: boolean): void {
  if (slot >= result.members.length) {
    const grown = new Uint8Array(slot * 2)
    grown.set(result.members)
    result.members = grown
  }
  result.members[slot] = isMember ? 1 : 0
}

/** Whether a row is somewhere the query would not put it. */
export function isMisplaced(result: LiveResult, slot: number): boolean {
  const { engine, collection, query, moved, order } = result
  if (!moved.has(slot)) return false
  if (!engine.matches(collection, query, slot)) return true
  const index = order.indexOf(slot)
  const [before, after] = [findUnmovedNeighbor(result, index, -1), findUnmovedNeighbor(result, index, 1)]
  if (before !== null && engine.compare(collection, query, [before, slot]) > 0) return true
  return after !== null && engine.compare(collection, query, [slot, after]) > 0
}

function findUnmovedNeighbor({ order, moved }: LiveResult, index: number, step: 1 | -1): number | null {
  for (let position = index + step; position >= 0 && position < order.length; position += step) {
    const slot = order[position]
    if (slot !== undefined && !moved.has(slot)) return slot
  }
  return null
}
