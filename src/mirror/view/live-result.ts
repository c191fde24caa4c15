import type { Query } from '#contract/records/query.ts'
import type { QueryEngine } from '../query/evaluate.ts'
import type { RecordTable } from '../query/record-table.ts'

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
  readonly sizeThen: number
  /** 1 for every slot in `order`. */
  members: Uint8Array
  /** Slots changed since the evaluation, which may no longer be where the query would put them. */
  readonly touched: Set<number>
  /** Matching slots that others added since. */
  readonly arrived: Set<number>
  /** Former positions of removed rows, so that a discarded delete returns them there. */
  readonly leftFrom: Map<number, number>
}

/**
 * Removed indexes before the change, ascending; inserted indexes after it, ascending; slots that
 * stayed and may show other values.
 */
export interface OrderChange {
  removed: number[]
  inserted: { index: number; slot: number }[]
  changed: number[]
}

export function createLiveResult(engine: QueryEngine, collection: string, query: Query): LiveResult {
  const { table } = engine.collection(collection)
  const order = engine.evaluate(collection, query)
  const sizeThen = table.size()
  const members = new Uint8Array(sizeThen + 1_024)
  for (let index = 0; index < order.length; index++) members[order[index] ?? 0] = 1
  const seen = { touched: new Set<number>(), arrived: new Set<number>(), leftFrom: new Map<number, number>() }
  return { engine, collection, query, table, order, sizeThen, members, ...seen }
}

/** Slots first…last, inclusive, clipped to the result. */
export function slotsBetween({ order }: LiveResult, first: number, last: number): Uint32Array {
  return order.subarray(Math.max(0, first), Math.max(0, last + 1))
}

/** Applies changed slots; `isOwnNew` tells whether a slot holds a record created here. */
export function updateResult(
  result: LiveResult,
  slots: readonly number[],
  isOwnNew: (slot: number) => boolean,
): OrderChange {
  const leaving = new Set<number>()
  const coming: number[] = []
  const changed: number[] = []
  for (const slot of slots) {
    result.touched.add(slot)
    const isShown = result.table.isShown(slot)
    if (result.members[slot] === 1) {
      if (isShown) changed.push(slot)
      else leaving.add(slot)
      continue
    }
    result.arrived.delete(slot)
    if (!isShown) continue
    if (result.leftFrom.has(slot) || (slot >= result.sizeThen && isOwnNew(slot))) coming.push(slot)
    else if (result.engine.matches(result.collection, result.query, slot)) result.arrived.add(slot)
  }
  return { removed: takeOut(result, leaving), inserted: putIn(result, coming), changed }
}

function takeOut(result: LiveResult, slots: ReadonlySet<number>): number[] {
  if (slots.size === 0) return []
  const removed: number[] = []
  for (const [index, slot] of result.order.entries()) {
    if (!slots.has(slot)) continue
    removed.push(index)
    result.leftFrom.set(slot, index)
    markMember(result, slot, false)
  }
  result.order = result.order.filter((slot) => !slots.has(slot))
  return removed
}

/** New rows go to the top, newest first; returning rows go to their former place. */
function putIn(result: LiveResult, slots: readonly number[]): OrderChange['inserted'] {
  for (const slot of slots) {
    const index = Math.min(result.leftFrom.get(slot) ?? 0, result.order.length)
    const wider = new Uint32Array(result.order.length + 1)
    wider.set(result.order.subarray(0, index))
    wider[index] = slot
    wider.set(result.order.subarray(index), index + 1)
    result.order = wider
    result.leftFrom.delete(slot)
    markMember(result, slot, true)
  }
  const placed = slots.map((slot) => ({ index: result.order.indexOf(slot), slot }))
  return placed.toSorted((a, b) => a.index - b.index)
}

function markMember(result: LiveResult, slot: number, isMember: boolean): void {
  if (slot >= result.members.length) {
    const wider = new Uint8Array(slot * 2)
    wider.set(result.members)
    result.members = wider
  }
  result.members[slot] = isMember ? 1 : 0
}

/** Whether a row is somewhere the query would not put it. */
export function isOutside(result: LiveResult, slot: number): boolean {
  const { engine, collection, query, touched, order } = result
  if (!touched.has(slot)) return false
  if (!engine.matches(collection, query, slot)) return true
  const index = order.indexOf(slot)
  const [before, after] = [untouchedNeighbour(result, index, -1), untouchedNeighbour(result, index, 1)]
  if (before !== null && engine.compare(collection, query, [before, slot]) > 0) return true
  return after !== null && engine.compare(collection, query, [slot, after]) > 0
}

function untouchedNeighbour({ order, touched }: LiveResult, index: number, step: 1 | -1): number | null {
  for (let at = index + step; at >= 0 && at < order.length; at += step) {
    const slot = order[at]
    if (slot !== undefined && !touched.has(slot)) return slot
  }
  return null
}
